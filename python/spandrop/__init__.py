"""SpanDrop: data augmentation that removes random spans from long sequences and moves their labels.

>>> import spandrop
>>> aug = spandrop.SpanDrop(rate=0.4, seed=7)
>>> text = "The ferry was late. A deckhand saw the crack. Ines Calloway called the divers. It rained."
>>> dropped = aug(text, annotations=[(46, 59, "answer")], id="ferry")
>>> dropped.text
'The ferry was late. Ines Calloway called the divers. '
>>> dropped.annotations
[(20, 33, 'answer')]

A draw depends only on the seed, the view (an epoch is a view) and the example's id, or its content if it has no
id. There is no random generator and no state, so every process, thread and shard gives the same result.

Each adapter is a separate module, because it needs another library: spandrop.torch, spandrop.transformers,
spandrop.lightning, spandrop.datasets, spandrop.parquet, spandrop.ray and spandrop.spark.
"""

from spandrop._core.augment import SpanDrop, SpanMask
from spandrop._core.content import content_id, example_ids, id_of
from spandrop._core.errors import MissingColumnError
from spandrop._core.official_files import score, statistics
from spandrop._core.question_overlap import shared_tokens
from spandrop._core.ragged import Ragged
from spandrop._core.result import Dropped
from spandrop._core.segment import segment
from spandrop._core.verification import Verification, VerifyProblem, verify
from spandrop._core.wordpiece import Encoded, WordPiece
from spandrop._native import ExampleId, Offsets, draw, instruction_sets, theory
from spandrop._native import version as __version__

__all__ = [
    "Dropped",
    "Encoded",
    "ExampleId",
    "MissingColumnError",
    "Offsets",
    "Ragged",
    "SpanDrop",
    "SpanMask",
    "Verification",
    "VerifyProblem",
    "WordPiece",
    "__version__",
    "content_id",
    "draw",
    "example_ids",
    "id_of",
    "instruction_sets",
    "score",
    "segment",
    "shared_tokens",
    "statistics",
    "theory",
    "verify",
]

_ADAPTERS = {"datasets", "lightning", "parquet", "ray", "spark", "torch", "transformers"}


def __dir__() -> list[str]:
    # Adapters appear once they have been imported. The modules that implement the package never do.
    return sorted({*__all__, *(_ADAPTERS & globals().keys())})
