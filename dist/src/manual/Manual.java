import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Heading;
import org.commonmark.node.Image;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.SoftLineBreak;
import org.commonmark.node.Text;
import org.commonmark.parser.Parser;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * Writes the documents of the zip: a plain HTML page for each of docs/*.md, to be read without a network. Run from its
 * source by the build of dist; fails if a link leads nowhere.
 *
 * <pre>java Manual.java ROOT-OF-THE-SOURCE FOLDER VERSION REPOSITORY</pre>
 */
final class Manual {

  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");
  private static final Pattern ID = Pattern.compile("id=\"([^\"]+)\"");
  private static final List<Extension> TABLES = List.of(TablesExtension.create());

  private final Path root;
  private final Path folder;
  private final String version;
  private final String repository;

  /** The name of the page of each document, by the document's path in the source. */
  private final Map<String, String> pages = new TreeMap<>();

  private Manual(String... arguments) throws IOException {
    root = Path.of(arguments[0]).toRealPath();
    folder = Path.of(arguments[1]);
    version = arguments[2];
    repository = arguments[3];
    try (Stream<Path> documents = Files.list(root.resolve("docs"))) {
      for (Path document : documents.filter(each -> each.toString().endsWith(".md")).toList()) {
        String name = document.getFileName().toString().replace(".md", ".html");
        pages.put(
            "docs/" + document.getFileName(), name.equals("README.html") ? "index.html" : name);
      }
    }
    pages.put("SECURITY.md", "SECURITY.html");
    pages.put("CHANGELOG.md", "CHANGELOG.html");
  }

  public static void main(String[] arguments) throws IOException {
    new Manual(arguments).write();
  }

  private void write() throws IOException {
    Files.createDirectories(folder);
    Files.copy(
        root.resolve("dist/src/manual/manual.css"),
        folder.resolve("manual.css"),
        StandardCopyOption.REPLACE_EXISTING);
    Map<String, String> written = new HashMap<>();
    for (Map.Entry<String, String> page : pages.entrySet()) {
      String html = page(page.getKey());
      written.put(page.getValue(), html);
      Files.writeString(folder.resolve(page.getValue()), html);
      copyImages(html);
    }
    List<String> problems = new ArrayList<>();
    written.forEach(
        (name, html) -> links(html).forEach(link -> follow(name, link, written, problems)));
    if (!problems.isEmpty()) {
      throw new IllegalStateException(String.join("\n", problems));
    }
  }

  private String page(String document) throws IOException {
    Node text =
        Parser.builder().extensions(TABLES).build().parse(Files.readString(root.resolve(document)));
    Map<Node, String> ids = ids(text);
    leadFrom(document, text);
    String body =
        HtmlRenderer.builder()
            .extensions(TABLES)
            .attributeProviderFactory(
                context ->
                    (node, tag, attributes) -> {
                      if (ids.containsKey(node)) {
                        attributes.put("id", ids.get(node));
                      }
                    })
            .build()
            .render(text)
            .replace("<table>", "<div class=\"table\"><table>")
            .replace("</table>", "</table></div>");
    String title = ids.keySet().stream().findFirst().map(Manual::text).orElse("Holdfast");
    return """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>%s - Holdfast</title>
    <link rel="stylesheet" href="manual.css">
    </head>
    <body>
    <nav><a href="index.html">Holdfast %s: all documents</a></nav>
    %s</body>
    </html>
    """
        .formatted(
            title.replace("&", "&amp;").replace("<", "&lt;"),
            version,
            body.replaceFirst("</h1>\n", Matcher.quoteReplacement("</h1>\n" + contents(ids))));
  }

  /** The sections of a long page, below its title. */
  private static String contents(Map<Node, String> ids) {
    List<Map.Entry<Node, String>> sections =
        ids.entrySet().stream().filter(each -> ((Heading) each.getKey()).getLevel() == 2).toList();
    return sections.size() < 4
        ? ""
        : sections.stream()
            .map(
                each ->
                    "<li><a href=\"#%s\">%s</a></li>"
                        .formatted(
                            each.getValue(),
                            text(each.getKey()).replace("&", "&amp;").replace("<", "&lt;")))
            .collect(Collectors.joining("\n", "<ul class=\"contents\">\n", "\n</ul>\n"));
  }

  /** The anchor of each heading, the same as where the source is read. */
  private static Map<Node, String> ids(Node document) {
    Map<Node, String> ids = new LinkedHashMap<>();
    Map<String, Integer> used = new HashMap<>();
    document.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Heading heading) {
            String id =
                text(heading)
                    .strip()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("(?U)[^\\w\\- ]", "")
                    .replace(' ', '-');
            int before = used.merge(id, 1, Integer::sum) - 1;
            ids.put(heading, before == 0 ? id : id + "-" + before);
          }
        });
    return ids;
  }

  private static String text(Node node) {
    StringBuilder text = new StringBuilder();
    node.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Text part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(Code part) {
            text.append(part.getLiteral());
          }

          @Override
          public void visit(SoftLineBreak part) {
            text.append(' ');
          }
        });
    return text.toString();
  }

  private void leadFrom(String document, Node text) {
    text.accept(
        new AbstractVisitor() {
          @Override
          public void visit(Link link) {
            link.setDestination(target(document, link.getDestination()));
            visitChildren(link);
          }

          @Override
          public void visit(Image image) {
            image.setDestination(target(document, image.getDestination()));
          }
        });
  }

  /** Where a link of a document leads in the zip; to the repository, if the zip has no such page. */
  private String target(String document, String link) {
    if (link.startsWith("#") || link.matches("[a-z]+:.*")) {
      return link;
    }
    String[] parts = link.split("#", 2);
    String fragment = parts.length == 2 ? "#" + parts[1] : "";
    Path path = root.resolve(document).resolveSibling(parts[0]).normalize();
    String name = root.relativize(path).toString().replace('\\', '/');
    if (pages.containsKey(name)) {
      return pages.get(name) + fragment;
    }
    if (name.startsWith("docs/images/")) {
      return name.substring("docs/".length());
    }
    if (!Files.exists(path)) {
      throw new IllegalStateException(document + ": " + link + " leads nowhere");
    }
    return repository + "/blob/main/" + name + fragment;
  }

  private void copyImages(String html) throws IOException {
    for (String link : links(html)) {
      if (link.startsWith("images/")) {
        Files.createDirectories(folder.resolve("images"));
        Files.write(folder.resolve(link), Files.readAllBytes(root.resolve("docs").resolve(link)));
      }
    }
  }

  private void follow(
      String name, String link, Map<String, String> written, List<String> problems) {
    if (link.matches("[a-z]+:.*")) {
      return;
    }
    String[] parts = link.split("#", 2);
    String target = parts[0].isEmpty() ? name : parts[0];
    boolean there =
        parts.length == 2
            ? found(ID, written.getOrDefault(target, "")).contains(parts[1])
            : Files.isRegularFile(folder.resolve(target));
    if (!there) {
      problems.add(name + ": " + link + " leads nowhere");
    }
  }

  private static Set<String> links(String html) {
    return found(LINK, html);
  }

  private static Set<String> found(Pattern pattern, String text) {
    Set<String> found = new HashSet<>();
    for (Matcher matcher = pattern.matcher(text); matcher.find(); ) {
      found.add(matcher.group(1));
    }
    return found;
  }
}
