"""Reading and writing with orjson, file to file: the cost of JSON alone with the fastest Python library."""

import orjson


def run(source, target):
    """Parse and write each line without dropping anything."""
    with open(source, "rb") as lines, open(target, "wb") as out:
        for line in lines:
            out.write(orjson.dumps(orjson.loads(line), option=orjson.OPT_APPEND_NEWLINE))
