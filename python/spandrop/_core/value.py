"""Conversion of settings objects to dictionaries, JSON and pickles."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping
from typing import Any, Self


@dataclasses.dataclass(frozen=True)
class Value:
    """A dataclass whose fields are its options. They include gamma and may include a mask."""

    def to_dict(self) -> dict[str, Any]:
        """Return the options by name. `from_dict` reads them."""
        return {name: getattr(self, name) for name in self.option_names()}

    @classmethod
    def option_names(cls) -> list[str]:
        """Return the names of the options, in order."""
        return [field.name for field in dataclasses.fields(cls) if field.init]

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Self:
        """Make an object from its options.

        Args:
            fields: The options by name, as `to_dict` returns them.
        """
        unknown = sorted(set(fields) - set(cls.option_names()))
        if unknown:
            raise ValueError(f"[{cls.__name__}] expected only the fields {cls.option_names()}, got {unknown[0]}")
        return cls(**fields)

    def to_json(self) -> str:
        """Return the options as JSON. Infinity and NaN, which JSON lacks, are written as strings."""
        fields = self.to_dict()
        if fields["gamma"] == float("inf"):
            fields["gamma"] = "inf"
        if isinstance(fields.get("mask"), float) and not math.isfinite(fields["mask"]):
            fields["mask"] = {"float": repr(fields["mask"])}
        return json.dumps(fields)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Make an object from JSON.

        Args:
            text: The options, as `to_json` returns them.
        """
        fields = json.loads(text)
        if not isinstance(fields, dict):
            raise ValueError(f"[{cls.__name__}] expected a JSON object, got {type(fields).__name__}")
        if fields.get("gamma") == "inf":
            fields["gamma"] = float("inf")
        if isinstance(fields.get("mask"), dict) and fields["mask"].keys() == {"float"}:
            fields["mask"] = float(fields["mask"]["float"])
        return cls.from_dict(fields)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_dict, (self.to_dict(),)
