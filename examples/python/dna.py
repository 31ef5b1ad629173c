"""DNA as one-hot rows: drop blocks of 10 bases, protect a motif, and keep the labels of the bases aligned."""

import numpy

import spandrop

generator = numpy.random.default_rng(0)
bases = generator.integers(0, 4, 200)
motif = (90, 108)
is_motif = numpy.zeros(200, dtype=bool)
is_motif[slice(*motif)] = True
one_hot = numpy.eye(4, dtype="float32")[bases]  # 200 x 4: the first axis is the sequence

aug = spandrop.SpanDrop(rate=0.3, spans="every:10")
for epoch in range(3):
    dropped = aug(one_hot, id="chr1:200", view=epoch, protected=[motif], parallel={"is_motif": is_motif})
    [(begin, end)] = dropped.protected
    assert numpy.array_equal(dropped.tokens[begin:end], one_hot[slice(*motif)])
    print(
        f"epoch {epoch}: {dropped.tokens.shape}, motif at {begin} to {end}, {dropped.parallel['is_motif'].sum()} labels"
    )
