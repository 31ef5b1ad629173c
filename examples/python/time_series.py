"""Windows of a time series: drop days of the past, protect the last day, and follow an event."""

import numpy

import spandrop

HOURS = 24
generator = numpy.random.default_rng(0)
series = generator.normal(size=(60 * HOURS, 3)).astype("float32")  # 60 days, 3 sensors
hours = numpy.arange(len(series))  # the original hour of each row, which the model may need
aug = spandrop.SpanDrop(rate=0.2, spans=f"every:{HOURS}")

for day in (14, 28):
    window = slice((day - 14) * HOURS, day * HOURS)  # two weeks, to predict the next hour
    length = 14 * HOURS
    dropped = aug(
        series[window],
        id=day,
        view=0,
        protected=[(length - HOURS, length)],
        annotations=[{"begin": 100, "end": 103, "label": "outage"}],
        parallel={"hour": hours[window]},
    )
    [outage] = dropped.annotations
    print(
        f"day {day}: {length} rows, now {len(dropped.tokens)}; outage {dropped.fates[0]}, {outage['begin']} to {outage['end']}; "
        f"last hour {dropped.parallel['hour'][-1]}"
    )
