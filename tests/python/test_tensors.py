"""PyTorch tensors give the same result as arrays."""

import numpy
import pytest
import torch

import spandrop

DROP, MASK = spandrop.SpanDrop(rate=0.5, seed=2), spandrop.SpanMask(mask=7, rate=0.5, seed=2)


@pytest.mark.parametrize("kind", [torch.int64, torch.uint8, torch.float16, torch.bfloat16, torch.float32])
@pytest.mark.parametrize("aug", [DROP, MASK], ids=str)
def test_tensors(aug, kind):
    array = numpy.arange(24).reshape(12, 2)
    tensor = torch.from_numpy(array).to(kind)
    given = tensor.clone()
    dropped, expected = (
        aug.drop(one, id="x", parallel={"row": beside})
        for one, beside in ((tensor, torch.arange(12)), (array, numpy.arange(12)))
    )
    assert dropped.tokens.dtype == kind and torch.equal(dropped.tokens.long(), torch.from_numpy(expected.tokens))
    assert torch.equal(dropped.parallel["row"], torch.from_numpy(expected.parallel["row"]))
    assert torch.equal(tensor, given)


def test_content_and_errors():
    assert torch.equal(DROP.drop(torch.arange(20)).tokens, torch.from_numpy(DROP.drop(numpy.arange(20)).tokens))
    with pytest.raises(ValueError, match="at least one axis"):
        DROP.drop(torch.tensor(1), id=1)
    with pytest.raises(ValueError, match="expected a mask that fits into int64, got 0.5"):
        spandrop.SpanMask(mask=0.5, rate=0.5).drop(torch.arange(20), id=1)


def test_masks_beyond_a_small_type():
    for ones in (numpy.ones(20, "f2"), torch.ones(20, dtype=torch.float16).numpy()):
        with pytest.raises(ValueError, match="expected a mask that fits into float16"):
            spandrop.SpanMask(mask=1e6, rate=0.5).drop(ones, id=1)


def test_masks_are_not_rounded():
    mask = spandrop.SpanMask(mask=0.1, rate=1)
    assert mask.drop(torch.zeros(3, dtype=torch.float64), id=1).tokens.tolist() == [0.1] * 3
    assert (
        mask.drop(torch.zeros(3, dtype=torch.bfloat16), id=1).tokens.tolist()
        == torch.full((3,), 0.1, dtype=torch.bfloat16).tolist()
    )
    with pytest.raises(ValueError, match="expected a mask that fits into float16, got 70000"):
        spandrop.SpanMask(mask=70000, rate=1).drop(torch.zeros(3, dtype=torch.float16), id=1)
    numbers = torch.tensor([1 + 2j, 3j, 4]).conj()
    assert spandrop.SpanDrop(rate=0).drop(numbers).tokens.tolist() == numbers.tolist()
