// The `spandrop` program.
int main() { return 0; }
