"""Options that accept one of a few fixed words."""

from __future__ import annotations

from typing import Literal, TypeAlias

Protect: TypeAlias = Literal["none", "field", "annotations"]
"""What is never dropped."""
OnLost: TypeAlias = Literal["keep", "drop", "reject", "error"]
"""What to do with an annotation whose text was dropped, in part or entirely."""
Fate: TypeAlias = Literal["kept", "shifted", "cut", "gone"]
"""What happened to an annotation: unchanged, at a new position, dropped in part, or dropped entirely."""
MaskPer: TypeAlias = Literal["element", "span"]
"""Whether each dropped element or each dropped span becomes one mask."""
Truncation: TypeAlias = Literal["longest_first", "only_first", "only_second"]
"""Which text of a pair is shortened."""
DatasetFormat: TypeAlias = Literal["squad", "hotpotqa", "multirc", "docred"]
"""A data set whose official files are read and scored."""
Schema: TypeAlias = Literal["squad-hf", "conll", "tokenized", "chat"]
"""A common format of records."""
