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
ANCHORED = re.compile(r"\]\(([^)\s#:]*)#([^)\s]+)\)")
MARK = re.compile(r'<a (?:id|name)="([^"]+)">')
NAME = re.compile(r"<code>([\w.-]+)</code>")
DRAWING = re.compile("[\u2500-\u257f\u25b2\u25bc]")
# How much more, or less, a page counts in a search, by itself or by its menu.
BOOSTS = {"docs/configuration.md": 12, "docs/benchmarks.md": 0.2, "Start": 4, "Operate": 4, "Understand": 0.5, "Changes": 0.3}
# Pages that would be longer than five screens. The site makes a page of each of their sections, or where headings are
# named, of what begins with these; what comes before stays. A name before "=" is the title of a page with several
# sections. A part may be divided again.
LONG = {
    "CONTRIBUTING.md": ["Where to change what", "Golden files"],
    "docs/architecture.md": ["The way of one request", "Modes and nodes = Three ways"],
    "docs/benchmarks.md": [],
    "docs/benchmarks/beside-other-session-managers.md": [],
    "docs/benchmarks/serializers.md": [],
    "docs/concurrency.md": ["Leases and shared sessions = Leases"],
    "docs/configuration.md": ["Attributes in detail", "Which serializer"],
    "docs/console.md": ["What the console does = What it does"],
    "docs/embedding.md": ["Spring Boot"],
    "docs/exploration.md": [],
    "docs/exploration/requests-side-by-side.md": [],
    "docs/failures.md": ["Failures of non-sticky sessions = Non-sticky", "What can be lost"],
    "docs/frameworks.md": ["More presets", "Stateful session beans"],
    "docs/load-balancers.md": ["HAProxy", "nginx", "Apache httpd", "Apache httpd by AJP"],
    "docs/nodes.md": [
        "TLS and passwords = TLS",
        "Zones and discovery = Zones",
        "Changing the list = Another list at run time",
    ],
    "docs/operations.md": [
        "Counters and times = Counters",
        "Nodes and settings = The nodes",
        "How to read the counters = How to read them",
        "Alerts",
        "Ending sessions = Sessions",
    ],
    "docs/performance.md": [],
    "docs/reliability.md": [],
    "docs/serializer-extension.md": ["A serializer of your own"],
    "docs/serializers.md": [],
    "docs/serializers/every-kind-of-attribute.md": [
        "The JDK = Text and numbers",
        "Collections and maps = Collections",
        "Applications and frameworks = Classes of the application",
        "Libraries = Hibernate",
    ],
    "docs/tomcat.md": [],
    "docs/valkey.md": ["Sentinel and cluster = Sentinel"],
    "docs/wire-format.md": [
        "Envelope and encryption = The envelope",
        "Records = Record, format version 1",
        "Other values = Access record, format version 1",
        "Rules = Versions",
    ],
}
# The page of each anchor that has moved, by the page and the anchor before.
MOVED = {}
# The page in the source of each part.
WHOLE = {}


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
    parts = {path: _split(path, begins) for path, begins in LONG.items()}
    for menu in config["nav"]:
        for name, pages in menu.items():
            if isinstance(pages, list):
                menu[name] = [_with_parts(page, parts) for page in pages]
    return config


def _with_parts(page, parts):
    """A page of the menu, with those of its parts below it."""
    if not isinstance(page, str) or page not in parts:
        return page
    return {_title(page): [page, *(_with_parts(part, parts) for part in parts[page])]}


def _title(path):
    with open(os.path.join(SOURCE, path), encoding="utf-8") as page:
        return page.readline().strip("# \n").replace("`", "")


def _split(path, begins):
    """Leaves a page's beginning with a list of its parts, makes a page of each of these, and returns their paths."""
    with open(os.path.join(SOURCE, path), encoding="utf-8") as page:
        lines = page.read().split("\n")
    names = {}
    for begin in begins:
        title, _, heading = begin.rpartition(" = ")
        names[heading] = title or heading
    parts, in_fence = [(None, [])], False
    for line in lines:
        in_fence ^= bool(FENCE.match(line))
        heading = None if in_fence else HEADING.match(line)
        name = heading and (names.pop(heading.group(2), None) if begins else heading.group(2) if heading.group(1) == "##" else None)
        if name:
            parts.append((name, []))
        parts[-1][1].append(line)
    if names:
        raise PluginError(f"{path} has no heading {', '.join(names)}: see LONG in site/hooks.py")
    paths = [f"{path[:-3]}/{_slug(name, '-')}.md" for name, _ in parts[1:]]
    for (_, part), moved in zip(parts[1:], paths):
        anchors = [_slug(found.group(2), "-") for found in map(HEADING.match, part) if found]
        for anchor in anchors + MARK.findall("\n".join(part)):
            MOVED.setdefault((path, anchor), moved)
        WHOLE[moved] = WHOLE.get(path, path)
    os.makedirs(os.path.join(SOURCE, path[:-3]), exist_ok=True)
    for (name, part), moved in zip(parts[1:], paths):
        text = "\n".join(_titled(name, part))
        _write(moved, TARGET.sub(lambda found: found.group(1) + _from_part(found.group(2), path, moved), text))
    contents = [f"- [{name}]({os.path.relpath(moved, os.path.dirname(path))})" for (name, _), moved in zip(parts[1:], paths)]
    kept = parts[0][1]
    end = next((place for place, line in enumerate(kept) if line.startswith("## ")), len(kept))
    _write(path, "\n".join([*kept[:end], "", *contents, "", *kept[end:]]))
    return paths


def _titled(name, lines):
    """A part with its name as the only title, and its sections one level below."""
    own = HEADING.match(lines[0])
    if own.group(2) == name:
        raised = len(own.group(1)) - 1
        lines = lines[1:]
    else:
        raised = len(own.group(1)) - 2
    in_fence, titled = False, [f"# {name}", ""]
    for line in lines:
        in_fence ^= bool(FENCE.match(line))
        titled.append(line[raised:] if not in_fence and HEADING.match(line) else line)
    return titled


def _from_part(target, path, moved):
    """A link of a long page as it is in the page of a section."""
    if not target.startswith("#"):
        return "../" + target
    return target if MOVED.get((path, target[1:])) == moved else f"../{os.path.basename(path)}{target}"


def _to_part(found, path):
    """A link to a section of a long page as one to the page of that section."""
    folder, anchor = os.path.dirname(path), found.group(2)
    page = os.path.normpath(os.path.join(folder, found.group(1))) if found.group(1) else path
    if (page, anchor) not in MOVED:
        return found.group(0)
    while (page, anchor) in MOVED:
        page = MOVED[page, anchor]
    return f"]({os.path.relpath(page, folder)}#{anchor})"


def _write(path, text):
    with open(os.path.join(SOURCE, path), "w", encoding="utf-8") as page:
        page.write(text)


def on_page_markdown(markdown, page, config, files):
    path = page.file.src_path
    whole = WHOLE.get(path, path)
    menu = page.ancestors[-1].title if page.ancestors else page.title
    page.meta["search"] = {
        "boost": BOOSTS.get(whole, BOOSTS.get(menu, 1)),
        "exclude": path.startswith("docs/decisions/"),
    }
    if whole == "docs/benchmarks.md":
        page.meta["hide"] = ["toc"]  # Room for wide tables.
    markdown = _pages_source(markdown, path)
    if path != "README.md":
        return markdown
    page.meta["title"] = config["site_name"]
    page.meta["hide"] = ["navigation"]
    return _front(markdown)


def on_page_content(content, page, config, files):
    return NAME.sub(r'<code class="name">\1</code>', content)


def _pages_source(markdown, path):
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
            line = LINK.sub(lambda found: _link(found, os.path.dirname(path)), line)
            line = ANCHORED.sub(lambda found: _to_part(found, path), line)
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
