"""Figures as files, and as SVG to embed in a page."""

import io
import re

# No dates and no program names, so that the same results give the same bytes.
SVG_METADATA = {"Date": None, "Creator": None, "Format": None, "Type": None}
PDF_METADATA = {"CreationDate": None, "Creator": None, "Producer": None}


def svg_text(figure):
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata=SVG_METADATA)
    figure.set_layout_engine("none")  # already laid out; the next format does not need to repeat it
    return out.getvalue()


def pdf_bytes(figure):
    out = io.BytesIO()
    figure.savefig(out, format="pdf", metadata=PDF_METADATA)
    return out.getvalue()


def inline(text, name, title):
    """SVG for a page: no prologue, as wide as its box, with ids that are unique to the figure."""
    text = text[text.index("<svg") :]
    text = re.sub(r'<svg ([^>]*?)width="[^"]*"', r"<svg \1", text, count=1)
    text = re.sub(r'<svg ([^>]*?)height="[^"]*"', r"<svg \1", text, count=1)
    text = re.sub(r'\bid="', f'id="{name}-', text)
    text = re.sub(r'(href="|url\()#', rf"\1#{name}-", text)
    return text.replace("<svg ", f'<svg role="img" aria-label="{title}" ', 1)
