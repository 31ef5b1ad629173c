"""Label, colour and marker of each series: the paper's, softened for screens."""

GRAY, RED, BLUE, ORANGE = "#7a7a7a", "#d7261e", "#2450d0", "#f08a00"
NOISE = {"drop": "#ffcf99", "beta": "#b5e3b0"}

LABELS = {
    "none": "Baseline",
    "drop": "SpanDrop",
    "drop_noise_free": "SpanDrop (noise-free)",
    "beta": "Beta-SpanDrop",
    "beta_noise_free": "Beta-SpanDrop (noise-free)",
    "mask": "SpanMask",
    "gamma_inf": "γ = ∞",
    "gamma_100": "γ = 100",
    "gamma_10": "γ = 10",
    "gamma_1": "γ = 1",
    "gamma_0.1": "γ = 0.1",
    "gamma_0.01": "γ = 0.01",
}
NOISE_LABELS = {"drop": "Noise, SpanDrop", "beta": "Noise, Beta-SpanDrop"}

LINES = {
    "none": {"color": GRAY, "marker": "x"},
    "drop": {"color": RED, "marker": "o"},
    "drop_noise_free": {"color": RED, "marker": "o", "linestyle": "--", "markerfacecolor": "white"},
    "beta": {"color": BLUE, "marker": "s"},
    "beta_noise_free": {"color": BLUE, "marker": "s", "linestyle": "--", "markerfacecolor": "white"},
    "mask": {"color": ORANGE, "marker": "D"},
    "gamma_inf": {"color": RED},
    "gamma_100": {"color": "#a1333f"},
    "gamma_10": {"color": "#6a4391"},
    "gamma_1": {"color": BLUE},
    "gamma_0.1": {"color": "#6c89e2"},
    "gamma_0.01": {"color": "#b3c2f1"},
}
