"""What the documents need to be pages of a site: they are written to be read in the source."""

import os
import re

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(ROOT, "target", "site-source")
FENCE = re.compile(r"^\s*(```|~~~)")
BLOCK = re.compile(r"^(?:[-*] |\d+\. |\|)")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")


def _version():
    with open(os.path.join(ROOT, "pom.xml"), encoding="utf-8") as pom:
        return re.search(r"^  <version>(.*)</version>", pom.read(), re.M).group(1)


def _slug(heading, separator):
    """The anchor of a heading as it is where the source is read: also of one with code such as <Manager>."""
    kept = re.sub(r"[^\w\- ]", "", heading.strip().lower())
    return kept.replace(" ", separator)


def on_config(config):
    config["mdx_configs"]["toc"]["slugify"] = _slug
    config["copyright"] = "Holdfast " + _version() + ", Apache License 2.0"
    config["nav"] = _with_decisions(config["nav"])
    return config


def _with_decisions(nav):
    """The folder of decisions as its pages, its README first."""
    folder = os.path.join(SOURCE, "docs", "decisions")
    names = sorted(os.listdir(folder), key=lambda name: (name != "README.md", name))
    pages = ["docs/decisions/" + name for name in names if name.endswith(".md")]

    def replaced(part):
        if isinstance(part, list):
            return [replaced(each) for each in part]
        if isinstance(part, dict):
            return {
                name: pages if value == "docs/decisions/" else replaced(value)
                for name, value in part.items()
            }
        return part

    return replaced(nav)


def on_page_markdown(markdown, page, config, files):
    folder = os.path.dirname(page.file.src_path)
    lines, in_fence, before = [], False, ""
    for line in markdown.split("\n"):
        if FENCE.match(line):
            in_fence = not in_fence
        elif not in_fence:
            # A list or table may follow a paragraph without an empty line; here it would belong to it.
            if BLOCK.match(line) and before.strip() and not _continues(before, line):
                lines.append("")
            line = LINK.sub(lambda found: _link(found, folder), line)
        lines.append(line)
        before = line
    return "\n".join(lines)


def _continues(before, line):
    """Whether a line goes on with the block of the line before."""
    if line.startswith("|"):
        return before.startswith("|")
    return bool(BLOCK.match(before)) or before.startswith("  ")


def _link(found, folder):
    """A link to a file of the source that is no page becomes its name; one that is nowhere stays, and is told."""
    text, target = found.group(1), found.group(2)
    if re.match(r"[a-z]+:", target):
        return found.group(0)
    path = os.path.normpath(os.path.join(folder, target))
    is_page = os.path.isfile(os.path.join(SOURCE, path))
    is_source = os.path.exists(os.path.join(ROOT, path))
    return text if is_source and not is_page else found.group(0)
