"""Checks that each module includes only what docs/design.md allows it, and that no two folders include each other."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Module -> the modules it may include, and the libraries. A module may always include itself.
LIBRARY = ["spandrop/base", "spandrop/core", "spandrop/text", "spandrop/drop", "spandrop/io", "spandrop/tasks"]
MODULES = {
    "spandrop/base": ([], ["simdjson", "fmt"]),
    "spandrop/core": ([], ["hwy", "xxhash", "boost", "tl"]),
    "spandrop/text": (["spandrop/core"], ["hwy", "unicode", "tl"]),
    "spandrop/drop": (["spandrop/base", "spandrop/core", "spandrop/text"], ["simdjson", "tl", "fmt"]),
    "spandrop/io": (LIBRARY[:4], ["simdjson", "zlib", "zstd", "tl", "fmt"]),
    "spandrop/tasks": (LIBRARY[:5], ["simdjson", "unicode", "tl", "fmt"]),
    "spandrop/verify": (LIBRARY, ["simdjson", "tl", "fmt"]),
    "spandrop/nn": (LIBRARY, ["torch", "simdjson", "tl", "fmt"]),
    "spandrop/lab/paper": (["spandrop/core"], []),
    "spandrop/lab": ([*LIBRARY, "spandrop/nn", "spandrop/lab/paper"], ["toml", "simdjson", "tl", "fmt"]),
    "cli/nn": ([*LIBRARY, "spandrop/nn", "spandrop/lab", "cli"], ["CLI", "fmt", "tl"]),
    "cli": ([*LIBRARY, "spandrop/verify", "spandrop/lab/paper"], ["CLI", "fmt", "tl"]),
    "python": ([*LIBRARY, "spandrop/verify"], ["nanobind", "numpy", "fmt", "tl"]),
}
# A check of drop must not share its mistakes: of the modules that drop, verify may include only
# options, readers, and what cuts a sequence into spans.
ONLY = {
    "spandrop/verify": re.compile(
        r"spandrop/(verify/|base/|text/|core/(range|spans)\.h|drop/(drop_options|joined_spans|label)\.h|io/files/"
        r"|io/records/(fields|json_text|line_reader|record|record_options|record_reader|tag_set)\.h"
        r"|tasks/(dataset_format\.h|files/|\w+/reader\.h))"
    )
}
SYSTEM = re.compile(r"^(sys/\w+|\w+)(\.h)?$")  # the standard library and POSIX
LIBRARIES = {
    "hwy": "hwy/",
    "xxhash": "xxhash.h",
    "boost": "boost/math/",
    "tl": "tl/",
    "unicode": "unicode/",
    "simdjson": "simdjson.h",
    "zlib": "zlib.h",
    "zstd": "zstd.h",
    "fmt": "fmt/",
    "CLI": "CLI/",
    "torch": ("torch/", "ATen/", "c10/"),
    "toml": "toml++/",
    "nanobind": "nanobind/",
    "numpy": "numpy/",
}


def module_of(path):
    return next((module for module in MODULES if path.startswith(module + "/")), None)


def includes(path):
    """Yields the line number, the quote and the name of each include."""
    for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if match:
            yield number, *match.groups()


def forbidden(path):
    """The includes that the module of a file may not have."""
    module = module_of(path)
    modules, libraries = MODULES[module]
    for number, quote, name in includes(path):
        library = next((key for key, prefix in LIBRARIES.items() if name.startswith(prefix)), None)
        if library:
            allowed = library in libraries
        elif name == "spandrop/version.h":
            allowed = True
        elif quote == '"':
            allowed = module_of(name) in [module, *modules]
            allowed = allowed and (module not in ONLY or ONLY[module].match(name))
        else:
            allowed = SYSTEM.match(name)
        if not allowed:
            yield f"{path}:{number}: {module} may not include {name}"


def cycles(paths):
    """Pairs of folders that reach each other by includes."""
    reached = {}
    for path in paths:
        folder = str(pathlib.Path(path).parent)
        names = {str(pathlib.Path(name).parent) for _, quote, name in includes(path) if quote == '"'}
        reached.setdefault(folder, set()).update(names - {folder})
    for middle in reached:
        for targets in reached.values():
            if middle in targets:
                targets |= reached[middle]
    for folder, targets in sorted(reached.items()):
        for other in sorted(targets):
            if folder < other and folder in reached.get(other, ()):
                yield f"{folder} and {other} include each other, directly or through other folders"


def main():
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "*.h", "*.cpp"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()
    paths = [path for path in listed if module_of(path) and (ROOT / path).exists()]
    found = [problem for path in paths for problem in forbidden(path)]
    found += cycles(paths)
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
