// The `spandrop-nn` program: the subcommands that need libtorch. `spandrop` starts it.
int main() { return 0; }
