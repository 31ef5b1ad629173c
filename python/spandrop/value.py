"""Small objects that are what their fields are: as a dictionary, as JSON, and pickled."""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Mapping
from typing import Any, Self


@dataclasses.dataclass(frozen=True)
class Value:
    """A dataclass whose fields are its options: a gamma, and perhaps a mask, among them."""

    def to_dict(self) -> dict[str, Any]:
        """The fields by name, for from_dict."""
        return {name: getattr(self, name) for name in self.option_names()}

    @classmethod
    def option_names(cls) -> list[str]:
        """The names of the options, in order."""
        return [field.name for field in dataclasses.fields(cls) if field.init]

    @classmethod
    def from_dict(cls, fields: Mapping[str, Any]) -> Self:
        """From what to_dict gave."""
        unknown = sorted(set(fields) - set(cls.option_names()))
        if unknown:
            raise ValueError(f"[{cls.__name__}] expected fields of {cls.option_names()}, got {unknown[0]}")
        return cls(**fields)

    def to_json(self) -> str:
        """The fields as JSON, which has neither infinity nor NaN: those of gamma and of the mask are written in words."""
        fields = self.to_dict()
        if fields["gamma"] == float("inf"):
            fields["gamma"] = "inf"
        if isinstance(fields.get("mask"), float) and not math.isfinite(fields["mask"]):
            fields["mask"] = {"float": repr(fields["mask"])}
        return json.dumps(fields)

    @classmethod
    def from_json(cls, text: str) -> Self:
        """From what to_json gave."""
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
