"""SpanDrop for PyTorch: a collator that drops spans from tokenised examples and moves their labels.

>>> from spandrop import SpanDrop
>>> collator = SpanDropCollator(SpanDrop(rate=0.5, seed=1), special_tokens=[101, 102])
>>> examples = [{"id": "a", "input_ids": [101, 7, 8, 9, 102], "labels": 1},
...             {"id": "b", "input_ids": [101, 5, 6, 102], "labels": 0}]
>>> collator(examples)["input_ids"]
tensor([[101,   7, 102,   0],
        [101,   5,   6, 102]])
>>> collator.set_epoch(1)
>>> collator(examples)["input_ids"]
tensor([[101,   7,   8, 102],
        [101,   5,   6, 102]])
"""

from spandrop.torch._batches import flatten, pad
from spandrop.torch._collator import SpanDropCollator
from spandrop.torch._token_spans import token_spans

__all__ = ["SpanDropCollator", "flatten", "pad", "token_spans"]
