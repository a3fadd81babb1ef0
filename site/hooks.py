"""What the documents need to be pages of a site: they are written to be read in the source."""

import os
import re

from mkdocs.exceptions import PluginError

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SOURCE = os.path.join(ROOT, "target", "site-source")
FENCE = re.compile(r"^\s*(```|~~~)")
BLOCK = re.compile(r"^(?:[-*] |\d+\. |\|)")
LINK = re.compile(r"(?<!!)\[([^\]]*)\]\(([^)\s#]+)(#[^)\s]*)?\)")
HEADING = re.compile(r"^(#+) (.*)")
TARGET = re.compile(r"(\]\(|src=\"|href=\")(?![a-z]+:)([^)\"]+)")
ANCHORED = re.compile(r"\]\(([^)\s#]+)#([^)\s]+)\)")
DRAWING = re.compile("[\u2500-\u257f\u25b2\u25bc]")
# How much more, or less, a page counts in a search, by itself or by its menu.
BOOSTS = {"docs/configuration.md": 12, "Start": 4, "Operate": 4, "Understand": 0.5, "Benchmarks": 0.2, "Changes": 0.3}
# Long pages, of which the site makes one for each of their sections.
LONG = ["docs/benchmarks.md", "docs/serializers.md"]
# The page of each anchor that has moved, by the page and the anchor in the source.
MOVED = {}


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
    parts = {path: _split(path) for path in LONG}
    for menu in config["nav"]:
        for pages in menu.values():
            for place, page in enumerate(pages if isinstance(pages, list) else []):
                if isinstance(page, str) and page in parts:
                    pages[place] = {_title(page): [page, *parts[page]]}
    return config


def _title(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as page:
        return page.readline().strip("# \n")


def _split(path):
    """Leaves a page's beginning with a list of its sections, makes a page of each of these, and returns their paths."""
    with open(os.path.join(SOURCE, path), encoding="utf-8") as page:
        lines = page.read().split("\n")
    parts, in_fence = [[]], False
    for line in lines:
        in_fence ^= bool(FENCE.match(line))
        if not in_fence and line.startswith("## "):
            parts.append([])
        parts[-1].append(line)
    paths = [f"{path[:-3]}/{_slug(part[0][3:], '-')}.md" for part in parts[1:]]
    for part, moved in zip(parts[1:], paths):
        for anchor in [_slug(found.group(2), "-") for found in map(HEADING.match, part) if found]:
            MOVED.setdefault((path, anchor), moved)
    os.makedirs(os.path.join(SOURCE, path[:-3]), exist_ok=True)
    for part, moved in zip(parts[1:], paths):
        text = "\n".join(line[1:] if HEADING.match(line) else line for line in part)
        _write(moved, TARGET.sub(lambda found: found.group(1) + _from_part(found.group(2), path, moved), text))
    contents = [f"- [{part[0][3:]}]({os.path.relpath(moved, os.path.dirname(path))})" for part, moved in zip(parts[1:], paths)]
    _write(path, "\n".join([*parts[0], *contents, ""]))
    return paths


def _from_part(target, path, moved):
    """A link of a long page as it is in the page of a section."""
    if not target.startswith("#"):
        return "../" + target
    return target if MOVED.get((path, target[1:])) == moved else f"../{os.path.basename(path)}{target}"


def _to_part(found, folder):
    """A link to a section of a long page as one to the page of that section."""
    moved = MOVED.get((os.path.normpath(os.path.join(folder, found.group(1))), found.group(2)))
    return f"]({os.path.relpath(moved, folder)}#{found.group(2)})" if moved else found.group(0)


def _write(path, text):
    with open(os.path.join(SOURCE, path), "w", encoding="utf-8") as page:
        page.write(text)


def on_page_markdown(markdown, page, config, files):
    path = page.file.src_path
    menu = page.parent.title if page.parent else page.title
    page.meta["search"] = {
        "boost": BOOSTS.get(path, BOOSTS.get(menu, 1)),
        "exclude": path.startswith("docs/decisions/"),
    }
    markdown = _pages_source(markdown, os.path.dirname(path))
    if path != "README.md":
        return markdown
    page.meta["title"] = config["site_name"]
    page.meta["hide"] = ["navigation"]
    return _front(markdown)


def _pages_source(markdown, folder):
    lines, in_fence, before = [], False, ""
    source = markdown.split("\n")
    for number, line in enumerate(source):
        if FENCE.match(line):
            in_fence = not in_fence
            if in_fence and line.strip() == "```" and _is_drawing(source[number + 1 :]):
                line = line.replace("```", "``` { .text .drawing }")
        elif not in_fence:
            # A list or table may follow a paragraph without an empty line; here it would belong to it.
            if BLOCK.match(line) and before.strip() and not _continues(before, line):
                lines.append("")
            line = LINK.sub(lambda found: _link(found, folder), line)
            line = ANCHORED.sub(lambda found: _to_part(found, folder), line)
        lines.append(line)
        before = line
    return "\n".join(lines)


def _is_drawing(lines):
    """Whether what comes before the end of the fence has lines that must stay below each other."""
    end = next(place for place, line in enumerate(lines) if FENCE.match(line))
    return any(DRAWING.search(line) for line in lines[:end])


def _front(readme):
    """The README's beginning as a front page: claim, number, where to start, picture. The rest follows as it is."""
    head, rest = readme.split("\n## ", 1)
    title, *blocks = [block for block in head.split("\n\n") if block.strip()]
    picture = [block for block in blocks if block.startswith("![")]
    number = [block for block in blocks if block.startswith("**")]
    if not picture or not number or blocks[0] in picture + number:
        raise PluginError("README.md has to begin with a claim, a picture and a number in bold: the front page shows them")
    others = [block for block in blocks[1:] if block not in picture + number and not block.startswith("[![")]
    parts = [
        '<div class="front" markdown>',
        title,
        blocks[0] + "\n{ .claim }",
        number[0] + "\n{ .number }",
        "[Get started](#install){ .md-button .md-button--primary }\n"
        "[Configure](docs/configuration.md){ .md-button }\n"
        "[When something fails](docs/failures.md){ .md-button }",
        picture[0],
        *others,
        "</div>",
    ]
    return "\n\n".join(parts) + "\n\n## " + rest


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
