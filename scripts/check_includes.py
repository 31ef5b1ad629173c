"""Checks that each room includes only the rooms and libraries that docs/design.md allows it."""

import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Room -> the rooms it may include, and the libraries. A room may always include itself.
ROOMS = {
    "spandrop/core": ([], ["hwy", "xxhash", "boost", "tl"]),
    "spandrop/text": (["spandrop/core"], ["hwy", "unicode", "tl"]),
    "spandrop/io": (["spandrop/core", "spandrop/text"], ["simdjson", "zlib", "zstd", "tl", "fmt"]),
    "spandrop/tasks": (["spandrop/core", "spandrop/text", "spandrop/io"], ["simdjson", "tl", "fmt"]),
    "spandrop/nn": (["spandrop/core", "spandrop/text", "spandrop/io", "spandrop/tasks"],
                    ["torch", "simdjson", "tl", "fmt"]),
    "spandrop/lab": (["spandrop/core", "spandrop/text", "spandrop/io", "spandrop/tasks", "spandrop/nn"],
                     ["toml", "simdjson", "tl", "fmt"]),
    "cli/nn": (["spandrop/core", "spandrop/text", "spandrop/io", "spandrop/tasks", "spandrop/nn", "spandrop/lab",
                "cli"], ["CLI", "fmt", "tl"]),
    "cli": (["spandrop/core", "spandrop/text", "spandrop/io", "spandrop/tasks"], ["CLI", "fmt", "tl"]),
    "python": (["spandrop/core", "spandrop/text", "spandrop/io", "spandrop/tasks"], ["nanobind", "numpy", "fmt", "tl"]),
}
SYSTEM = re.compile(r"^(sys/\w+|\w+)(\.h)?$")  # the standard library and POSIX
LIBRARIES = {
    "hwy": "hwy/", "xxhash": "xxhash.h", "boost": "boost/math/", "tl": "tl/", "unicode": "unicode/",
    "simdjson": "simdjson.h", "zlib": "zlib.h", "zstd": "zstd.h", "fmt": "fmt/", "CLI": "CLI/",
    "torch": ("torch/", "ATen/", "c10/"), "toml": "toml++/", "nanobind": "nanobind/", "numpy": "numpy/",
}


def room_of(path):
    return next((room for room in ROOMS if path.startswith(room + "/")), None)


def problems(path):
    room = room_of(path)
    rooms, libraries = ROOMS[room]
    for number, line in enumerate((ROOT / path).read_text().splitlines(), 1):
        match = re.match(r'\s*#\s*include\s*([<"])([^>"]+)[>"]', line)
        if not match:
            continue
        quote, name = match.groups()
        library = next((key for key, prefix in LIBRARIES.items() if name.startswith(prefix)), None)
        if library:
            allowed = library in libraries
        elif quote == '"':
            allowed = room_of(name) in [room, *rooms]
        else:
            allowed = SYSTEM.match(name)
        if not allowed:
            yield f"{path}:{number}: {room} may not include {name}"


def main():
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard", "*.h", "*.cpp"],
                            cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    found = [problem for path in listed if room_of(path) for problem in problems(path)]
    print("\n".join(found), file=sys.stderr, end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
