package io.holdfast.doctor.tomcat;

import io.holdfast.doctor.finding.Findings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/** Every file in which Tomcat looks for a {@code <Manager>}, and the jars of the applications. */
final class ConfigurationFiles {

  private static final int MOST_BYTES = 1 << 20;
  private static final String IN_APPLICATION = "META-INF/context.xml";
  private static final String LIBRARIES = "WEB-INF/lib/";

  private final TomcatFolders folders;
  private final Findings findings;
  private final List<ManagerElement> managers = new ArrayList<>();
  private @Nullable XmlFile server;
  private boolean complete = true;

  ConfigurationFiles(TomcatFolders folders, Findings findings) {
    this.folders = folders;
    this.findings = findings;
  }

  /** Reads them all; one that cannot be read is a finding, and the others are read. */
  void read() throws IOException {
    server = readFile(folders.serverXml());
    if (Files.exists(folders.contextXml())) {
      var unused = readFile(folders.contextXml());
    }
    try (Stream<Path> files = Files.find(folders.base().resolve("conf"), 3, this::isOfHost)) {
      for (Path file : files.sorted().toList()) {
        var unused = readFile(file);
      }
    }
    for (Path applications : applicationFolders()) {
      for (Path application : TomcatFolders.files(applications, "")) {
        readApplication(application);
      }
    }
  }

  /** Returns whether each file could be read. */
  boolean isComplete() {
    return complete;
  }

  /**
   * Returns each {@code <Manager>} that Tomcat uses, ours or another one: the last one of an
   * element.
   */
  List<ManagerElement> managers() {
    return managers;
  }

  /** The routes of the engines, empty where there is none. */
  List<String> routes() {
    return server == null
        ? List.of()
        : server.elements("Engine").stream().map(each -> each.getAttribute("jvmRoute")).toList();
  }

  /** The ports of the connectors that listen before their applications have started. */
  List<String> portsBoundEarly() {
    return server == null
        ? List.of()
        : server.elements("Connector").stream()
            .filter(each -> !each.getAttribute("bindOnInit").equals("false"))
            .map(each -> each.getAttribute("port"))
            .toList();
  }

  /** {@code conf/ENGINE/HOST/*.xml}. */
  private boolean isOfHost(Path file, Object attributes) {
    Path inside = folders.base().resolve("conf").relativize(file);
    String name = String.valueOf(file.getFileName());
    return inside.getNameCount() == 3
        && Files.isRegularFile(file)
        && (name.endsWith(".xml") || name.equals("context.xml.default"));
  }

  private Set<Path> applicationFolders() {
    Set<Path> found = new LinkedHashSet<>();
    if (server != null) {
      for (Element host : server.elements("Host")) {
        String name = host.getAttribute("appBase");
        found.add(folders.base().resolve(name.isEmpty() ? "webapps" : name).normalize());
      }
    }
    return found;
  }

  private void readApplication(Path application) throws IOException {
    Path context = application.resolve(IN_APPLICATION);
    if (Files.isRegularFile(context)) {
      var unused = readFile(context);
    }
    List<String> libraries = new ArrayList<>();
    for (Path jar : TomcatFolders.files(application.resolve(LIBRARIES), ".jar")) {
      libraries.add(String.valueOf(jar.getFileName()));
    }
    String shown = folders.shown(application);
    if (application.toString().endsWith(".war") && Files.isRegularFile(application)) {
      readArchive(application, shown, libraries);
    }
    checkLibraries(shown, libraries);
  }

  private void readArchive(Path archive, String shown, List<String> libraries) {
    try (ZipFile war = new ZipFile(archive.toFile())) {
      ZipEntry context = war.getEntry(IN_APPLICATION);
      if (context != null) {
        try (InputStream in = war.getInputStream(context)) {
          var unused = parse(shown + "!/" + IN_APPLICATION, in);
        }
      }
      war.stream()
          .map(ZipEntry::getName)
          .filter(name -> name.startsWith(LIBRARIES) && name.endsWith(".jar"))
          .forEach(name -> libraries.add(name.substring(LIBRARIES.length())));
    } catch (IOException e) {
      findings.wrong(shown, "it cannot be read: " + e.getMessage());
    }
  }

  private void checkLibraries(String application, List<String> libraries) {
    List<String> ofMsm = libraries.stream().filter(each -> JarName.of(each).isOfMsm()).toList();
    if (!ofMsm.isEmpty()) {
      findings.wrong(
          application,
          "jars of memcached-session-manager are of no use any more, remove them: "
              + String.join(", ", ofMsm));
    }
    List<String> own = libraries.stream().filter(each -> JarName.of(each).isOfHoldfast()).toList();
    if (!own.isEmpty()) {
      findings.wrong(
          application,
          "Tomcat finds its manager in tomcat/lib only; move there what is in WEB-INF/lib: "
              + String.join(", ", own));
    }
  }

  private @Nullable XmlFile readFile(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return parse(folders.shown(file), in);
    } catch (IOException e) {
      complete = false;
      findings.wrong(folders.shown(file), "it cannot be read: " + e);
      return null;
    }
  }

  private @Nullable XmlFile parse(String place, InputStream in) throws IOException {
    byte[] bytes = in.readNBytes(MOST_BYTES + 1);
    if (bytes.length > MOST_BYTES) {
      complete = false;
      findings.wrong(place, "it is larger than %d bytes, and is not read".formatted(MOST_BYTES));
      return null;
    }
    try {
      XmlFile file = XmlFile.parse(bytes);
      addManagers(place, file.elements("Manager"));
      return file;
    } catch (IOException e) {
      complete = false;
      findings.wrong(place, String.valueOf(e.getMessage()));
      return null;
    }
  }

  private void addManagers(String place, List<Element> elements) {
    Map<Node, List<ManagerElement>> byParent = new LinkedHashMap<>();
    elements.forEach(
        each ->
            byParent
                .computeIfAbsent(each.getParentNode(), parent -> new ArrayList<>())
                .add(ManagerElement.of(place, each)));
    for (List<ManagerElement> siblings : byParent.values()) {
      ManagerElement last = siblings.get(siblings.size() - 1);
      if (siblings.size() > 1) {
        findings.wrong(
            place,
            "one <%s> has %d <Manager>, and Tomcat uses the last one, className=\"%s\"; remove the others"
                .formatted(last.parent(), siblings.size(), last.className()));
      }
      managers.add(last);
    }
  }
}
