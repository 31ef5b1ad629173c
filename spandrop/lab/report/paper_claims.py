"""The claims of sections 2 and 3 of the paper, panel by panel. A function yields the comparisons for one claim."""

import functools

from checks import claim, lower, lower_everywhere, lower_on_average, place, rise
from claims import NEGLIGIBLE, average, below, fact, minus, signed
from looks import LABELS

# The headline: n = 100 and 300, 1,000 examples.


for name, text, one, other in (
    ("SpanDrop helps", "SpanDrop has a lower error than the baseline at 1,000 examples", "drop", "none"),
    ("Beta helps more", "Beta-SpanDrop has a lower error than SpanDrop", "beta", "drop"),
    (
        "Noise-free SpanDrop is better",
        "Removing supporting fact noise lowers the error of SpanDrop",
        "drop_noise_free",
        "drop",
    ),
    (
        "Noise-free Beta is better",
        "Removing supporting fact noise lowers the error of Beta-SpanDrop",
        "beta_noise_free",
        "beta",
    ),
):
    claim("headline", name, text)(functools.partial(lower_everywhere, one=one, other=other))


@claim("headline", "Trained to convergence", "The baseline has fitted its training examples: training error below 1 %")
def headline_trained(group):
    for length in group.across("none"):
        errors = [
            run.scores["train_error"]
            for run in group.runs
            if run.series == "none" and run.settings["length"] == length and "train_error" in run.scores
        ]
        if errors:
            yield fact(
                f"training error of the baseline, {place(group, length)}",
                max(errors) < 1,
                f"{max(errors):.2f} % at most over {len(errors)} seeds",
                place(group, length),
            )


# Panel (a), data efficiency.


@claim(
    "a",
    "Both help with little data",
    "Both variants improve data efficiency in low-data settings (up to 1,000 examples)",
)
def few_data(group):
    for method in ("drop", "beta"):
        yield from lower_on_average(group, method, "none", lambda size: size <= 1000, "sizes up to 1,000")


@claim(
    "a", "200 examples match 1,000", "With 200 examples, both variants match the baseline with at least 5 times as many"
)
def five_times(group):
    for method in ("drop", "beta"):
        yield below(
            f"{LABELS[method]} at 200 − {LABELS['none']} at 1,000",
            minus(group.cell(method, 200), group.cell("none", 1000)),
        )


@claim("a", "Removing noise is worth twice the data", "Removing supporting fact noise roughly doubles data efficiency")
def twice(group):
    for method in ("drop", "beta"):
        clean = method + "_noise_free"
        sizes = [size for size in group.across(clean) if group.cell(method, 2 * size)]
        yield below(
            f"{LABELS[clean]} at N − {LABELS[method]} at 2N, mean over N ({len(sizes)})",
            average(minus(group.cell(clean, size), group.cell(method, 2 * size)) for size in sizes),
        )


@claim("a", "Beta helps with abundant data", "Beta-SpanDrop improves on the baseline even with abundant data")
def abundant_beta(group):
    return lower(group, "beta", "none", [size for size in group.across("beta", "none")[-1:] if size >= 5000])


@claim("a", "SpanDrop hurts with abundant data", "SpanDrop is worse than the baseline when data are sufficient")
def abundant_drop(group):
    return lower(group, "none", "drop", [size for size in group.across("drop", "none")[-1:] if size >= 5000])


# Panel (b), drop rate and noise.


@claim("b", "Noise grows with p", "Supporting fact noise increases rapidly with the drop rate")
def noise_grows(group):
    for method in ("drop", "beta"):
        noise = noise_means(group, method)
        if len(noise) > 1:
            values = list(noise.values())
            yield fact(
                f"noise of {LABELS[method]}",
                all(one < two for one, two in zip(values, values[1:])),
                ", ".join(f"{value:.2f} at {rate:g}" for rate, value in noise.items()),
            )


@claim("b", "SpanDrop rises with p", "The error of SpanDrop increases with p, with and without noise")
def drop_rises(group):
    for method in ("drop", "drop_noise_free"):
        first, last = rates(group, method)
        yield below(
            f"{LABELS[method]}: error at p = {first:g} − error at p = {last:g}", rise(group, method, last, first)
        )


@claim("b", "Beta is flat in p", f"The error of Beta-SpanDrop is stable: it grows by less than {NEGLIGIBLE:g} points")
def beta_flat(group):
    for method in ("beta", "beta_noise_free"):
        first, last = rates(group, method)
        yield below(
            f"{LABELS[method]}: error at p = {last:g} − error at p = {first:g}",
            rise(group, method, first, last),
            NEGLIGIBLE,
        )


@claim(
    "b",
    "Noise-free is better across rates",
    "Removing supporting fact noise lowers the error on average over the rates",
)
def noise_free_rates(group):
    for method in ("drop", "beta"):
        yield from lower_on_average(group, method + "_noise_free", method, lambda rate: rate > 0, "rates")


def rates(group, method):
    """The lowest rate of at least 0.1, and the highest; the paper's if there are fewer than two."""
    found = [rate for rate in group.across(method) if rate >= 0.1]
    return (found[0], found[-1]) if len(found) > 1 else (0.1, 0.5)


def noise_means(group, method):
    """{x: mean noise}, sorted."""
    return {
        x: sum(values.values()) / len(values) for (series, x), values in sorted(group.noise.items()) if series == method
    }


# Panels (c) and (d), length and supporting facts.


@claim(
    "c",
    "SpanDrop suffers more from length",
    "SpanDrop's error grows faster with n than Beta-SpanDrop's, with and without noise",
)
def faster(group):
    for end in ("", "_noise_free"):
        points = group.across("drop" + end, "beta" + end)
        first, last = (points[0], points[-1]) if len(points) > 1 else (10, 500)
        grown = minus(rise(group, "beta" + end, first, last), rise(group, "drop" + end, first, last))
        yield below(f"growth from n = {first:g} to {last:g}: {LABELS['beta' + end]} − {LABELS['drop' + end]}", grown)


@claim("c d", "Beta is better throughout", "Beta-SpanDrop has a lower error than SpanDrop, on average over the axis")
def beta_throughout(group):
    return lower_on_average(group, "beta", "drop")


@claim(
    "d",
    "Beta is less noisy",
    "Beta-SpanDrop preserves all supporting facts better than SpanDrop (according to the paper's text; its own numbers "
    "show the opposite)",
)
def less_noisy(group):
    drop, beta = noise_means(group, "drop"), noise_means(group, "beta")
    if drop.keys() & beta.keys():
        yield below("noise of Beta-SpanDrop − noise of SpanDrop, mean over sizes m", minus(beta, drop), unit="sizes")


@claim(
    "b c d", "The noise bars are reproduced", "Our noise is within 1.5 points of the paper's, and within 0.5 on average"
)
def noise_reproduced(group):
    if group.panel.name != "c" and group.key["length"] != 300:
        return
    gaps = {
        (method, x): value - group.paper_noise[method, x]
        for method in ("drop", "beta")
        for x, value in noise_means(group, method).items()
        if (method, x) in group.paper_noise
    }
    if gaps:
        worst, mean = max(map(abs, gaps.values())), sum(map(abs, gaps.values())) / len(gaps)
        yield fact(
            "noise, ours − paper's",
            worst <= 1.5 and mean <= 0.5,
            f"{len(gaps)} numbers, {mean:.2f} points apart on average, {worst:.2f} at most",
        )


# Panel (e), other test lengths.


@claim("e", "SpanDrop is best below n", "SpanDrop's error is lowest near n(1−p), below the training length")
def best_below(group):
    n, shorter = training_length(group), nearest_drop_length(group, "drop")
    if shorter:
        yield below(f"SpanDrop: error at length {shorter} − error at n = {n}", rise(group, "drop", n, shorter))
        best = {
            seed: min((values[seed], x) for x in group.across("drop") if seed in (values := group.cell("drop", x)))[1]
            - n
            for seed in group.cell("drop", n)
        }
        yield below("SpanDrop: best test length − n, in letters", best)


@claim(
    "e",
    "Shorter tests do not affect Beta",
    f"Beta-SpanDrop's error is the same at n(1−p) and at n, within {NEGLIGIBLE:g} points",
)
def beta_unaffected(group):
    n, shorter = training_length(group), nearest_drop_length(group, "beta")
    if shorter:
        change = rise(group, "beta", shorter, n)
        yield below(f"Beta-SpanDrop: error at n = {n} − error at length {shorter}", change, NEGLIGIBLE)
        yield below(
            f"Beta-SpanDrop: error at length {shorter} − error at n = {n}",
            {seed: -value for seed, value in change.items()},
            NEGLIGIBLE,
        )


@claim("e", "Longer tests hurt Beta", "Beta-SpanDrop's error rises when tests are longer than all training examples")
def longer_hurts(group):
    n = training_length(group)
    longest = max(group.across("beta"), default=n)
    if longest > n:
        yield below(f"Beta-SpanDrop: error at n = {n} − error at length {longest}", rise(group, "beta", longest, n))


def training_length(group):
    return group.key["length"]


def nearest_drop_length(group, method):
    """The tested length closest to n(1 - p), or None if none is below n."""
    n, rate = training_length(group), group.key["rate"]
    shorter = [x for x in group.across(method) if x < n]
    return min(shorter, key=lambda x: abs(x - n * (1 - rate))) if shorter and rate else None


# Panel (f): setting 1 is Bernoulli, 2 is Beta-Bernoulli.


@claim("f", "Beta does not help SpanMask", f"The Beta law improves SpanMask by less than {NEGLIGIBLE:g} points")
def mask_gains_nothing(group):
    yield below(
        "SpanMask − SpanMask with the Beta law", minus(group.cell("mask", 1), group.cell("mask", 2)), NEGLIGIBLE
    )


@claim("f", "SpanMask is worse", "SpanMask has a higher error than SpanDrop under either law")
def mask_worse(group):
    return lower_everywhere(group, "drop", "mask")


# Panel (g): setting 1 is fixed positions, 2 the first 100 letters; tested with uniform positions.


@claim(
    "g",
    "SpanDrop overcomes fixed positions",
    "Trained with fixed positions, both variants have a lower error than the baseline and SpanMask",
)
def fixed_positions(group):
    for method in ("drop", "beta"):
        for other in ("none", "mask"):
            yield from lower(group, method, other, [1])


@claim(
    "g",
    "Beta is best on the first 100",
    "Trained on the first 100 letters, Beta-SpanDrop has a lower error than the baseline, SpanDrop and SpanMask",
)
def first_letters(group):
    for other in ("none", "drop", "mask"):
        yield from lower(group, "beta", other, [2])


# Panel (h), training.


@claim("h", "Better after the same steps", "Both variants have a lower dev error than the baseline at the last step")
def better_at_end(group):
    for method in ("drop", "beta"):
        yield from lower(group, method, "none", group.across("none")[-1:])


@claim(
    "h",
    "Convergence is not slower",
    "Both variants have a lower dev error than the baseline, averaged over the training",
)
def not_slower(group):
    for method in ("drop", "beta"):
        yield from lower_on_average(group, method, "none", what="evaluations")


# Figure 2, closed forms.


def closed_forms(group, one, other, where=lambda x: True):
    """Pairs of values at each x that both series have; a closed form has one value, not one per seed."""
    for x in group.across(one, other):
        if where(x):
            yield tuple(next(iter(group.cell(series, x).values())) for series in (one, other))


@claim(
    "2a 2b 2c",
    "The theory is reproduced",
    "Our closed forms agree with the paper's table to its precision: 7 digits, or sampling noise in (a)",
)
def theory_reproduced(group):
    # One million draws: five standard errors of a share near 10 % are 0.15 points.
    tolerance = 0.15 if group.panel.name == "2a" else 1e-7
    gaps = {
        place: abs(value - group.paper[place])
        for place, values in group.cells.items()
        if place in group.paper
        for value in values.values()
    }
    # The paper used a gamma of one million in place of infinity for this table.
    limits = {place for place in gaps if group.panel.name == "2b" and place[0] == "gamma_inf"}
    for what, places, allowed in (
        ("ours − paper's", gaps.keys() - limits, tolerance),
        ("infinite gamma, for which the paper used 1,000,000", limits, 1e-5),
    ):
        if places:
            worst = max(gaps[place] for place in places)
            yield fact(what, worst <= allowed, f"{len(places)} numbers, at most {worst:.1e} apart")


@claim(
    "2a", "Beta keeps whole sequences", "Beta-SpanDrop covers the original length with higher probability than SpanDrop"
)
def covers_length(group):
    for drop, beta in closed_forms(group, "drop", "beta", lambda length: length == 100):
        yield fact("P(n' = n) is higher for Beta-SpanDrop", beta > drop, f"{beta:.3g} % compared with {drop:.3g} %")


@claim(
    "2b",
    "Beta keeps all facts",
    "With gamma = 1, all m facts survive more often than with SpanDrop, and the advantage grows with m",
)
def keeps_facts(group):
    gaps = [beta - drop for beta, drop in closed_forms(group, "gamma_1", "gamma_inf")]
    if len(gaps) > 1:
        yield fact(
            "log P, gamma = 1 − SpanDrop, grows with m",
            all(one < two for one, two in zip(gaps, gaps[1:])),
            f"{signed(gaps[0])} at the smallest m, {signed(gaps[-1])} at the largest",
        )


@claim(
    "2c",
    "Beta keeps variety",
    "With gamma = 1, the entropy per span stays above 85 % of the maximum, which is SpanDrop's",
)
def keeps_variety(group):
    ratios = [beta / drop for beta, drop in closed_forms(group, "gamma_1", "gamma_inf")]
    if ratios:
        yield fact("entropy, gamma = 1 relative to SpanDrop", min(ratios) > 0.85, f"{100 * min(ratios):.1f} % at least")
