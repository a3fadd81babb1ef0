package io.holdfast.doctor.tomcat;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.doctor.finding.Findings;
import io.holdfast.doctor.tomcat.ManagerCheck.Checked;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/** Examines a Tomcat by its files, running or not. */
public final class Tomcat {

  private static final Set<String> LINES = Set.of("9.0", "10.1", "11.0");

  /** Later release lines of Tomcat, which Holdfast does not know. */
  private static final Pattern LATER =
      Pattern.compile("9\\.[1-9]\\d*|10\\.[2-9]|11\\.[1-9]\\d*|1[2-9]\\.\\d+|[2-9]\\d\\.\\d+");

  private static final String VERSION_FILE = "org/apache/catalina/util/ServerInfo.properties";

  private final TomcatFolders folders;
  private final Findings findings;
  private final LongSupplier nanoTime;
  private final UnaryOperator<@Nullable String> properties;

  /**
   * Creates it.
   *
   * @param base the folder with {@code conf} and {@code webapps}, {@code CATALINA_BASE}
   * @param home the folder with {@code bin} and Tomcat's own {@code lib}, {@code CATALINA_HOME}
   * @param nanoTime as {@link System#nanoTime}
   * @param properties values of placeholders by name, as Tomcat has them; null for unknown ones
   */
  public Tomcat(
      Path base,
      Path home,
      Findings findings,
      LongSupplier nanoTime,
      UnaryOperator<@Nullable String> properties) {
    this.folders = new TomcatFolders(base, home);
    this.findings = findings;
    this.nanoTime = nanoTime;
    this.properties = properties;
  }

  /**
   * Looks at version, configuration and jars.
   *
   * @return the configurations that are in order, by the file that has them
   * @throws IOException if the file system fails
   */
  public Map<String, Checked> examine() throws IOException {
    String shown = folders.base().toString();
    if (!Files.isRegularFile(folders.serverXml()) || !Files.isRegularFile(folders.catalinaJar())) {
      findings.wrong(
          shown,
          "this is no Tomcat: there must be conf/server.xml, and lib/catalina.jar here or in the"
              + " folder of --home");
      return Map.of();
    }
    String line = line();
    ConfigurationFiles files = new ConfigurationFiles(folders, findings);
    files.read();
    LibraryCheck libraries = new LibraryCheck(findings, "lib", folders.libraries());
    libraries.checkAll();
    Placeholders placeholders = Placeholders.of(folders, properties, line);
    checkLoader(placeholders);
    Map<String, Checked> checked = check(files, placeholders, line);
    checked.values().stream()
        .map(each -> each.configuration().get(Setting.TRANSCODER_FACTORY_CLASS))
        .distinct()
        .forEach(libraries::checkSerializer);
    if (checked.values().stream()
        .anyMatch(each -> each.configuration().layout().engine().isValkey())) {
      libraries.checkValkey();
    }
    if (checked.values().stream().anyMatch(each -> each.configuration().get(Setting.TRACING))) {
      libraries.checkTracing();
    }
    checkRoutes(files.routes(), checked);
    checkConnectors(files.portsBoundEarly());
    return checked;
  }

  /** The line of Tomcat, such as {@code 10.1}. */
  private String line() {
    try (ZipFile jar = new ZipFile(folders.catalinaJar().toFile())) {
      ZipEntry entry = jar.getEntry(VERSION_FILE);
      Properties version = new Properties();
      if (entry != null) {
        try (InputStream in = jar.getInputStream(entry)) {
          version.load(in);
        }
      }
      String number = version.getProperty("server.number", "unknown");
      String line = number.replaceFirst("^(\\d+\\.\\d+)\\..*$", "$1");
      if (LINES.contains(line)) {
        findings.fine(folders.base().toString(), "Tomcat " + number.replaceFirst("\\.0$", ""));
      } else if (LATER.matcher(line).matches()) {
        findings.warn(
            folders.base().toString(),
            "Tomcat %s is not tested yet; 9.0, 10.1 and 11.0 are"
                .formatted(number.replaceFirst("\\.0$", "")));
      } else {
        findings.wrong(
            folders.base().toString(),
            "Tomcat %s is not supported; 9.0, 10.1 and 11.0 are".formatted(number));
      }
      return line;
    } catch (IOException e) {
      findings.wrong("lib/catalina.jar", "it cannot be read: " + e.getMessage());
      return "";
    }
  }

  private Map<String, Checked> check(
      ConfigurationFiles files, Placeholders placeholders, String line) {
    List<ManagerElement> managers = files.managers();
    boolean isForAll =
        managers.stream().anyMatch(each -> each.isOfAllApplications() && each.isOfHoldfast());
    Map<String, Checked> checked = new LinkedHashMap<>();
    boolean isThere = false;
    for (ManagerElement manager : managers) {
      if (manager.isOfMsm()) {
        findings.wrong(
            manager.place(),
            "its <Manager> is memcached-session-manager's; --translate FILE writes it as"
                + " Holdfast's");
      } else if (manager.isOfHoldfast()) {
        isThere = true;
        Checked configuration = check(manager, placeholders, line);
        if (configuration != null) {
          checked.put(manager.place(), configuration);
          checkNodes(manager.place(), configuration.configuration());
        }
      } else if (manager.isMisspelt()) {
        isThere = true;
        findings.wrong(
            manager.place(),
            "className=\"%s\": Holdfast has no such class; did you mean %s?"
                .formatted(manager.className(), ManagerElement.HOLDFAST));
      } else if (isForAll && !manager.isOfAllApplications()) {
        findings.warn(
            manager.place(),
            "its <Manager className=\"%s\"> replaces Holdfast's of %s: sessions of this application are not backed up"
                .formatted(manager.className(), TomcatFolders.CONTEXT_XML));
      }
    }
    if (!isThere && files.isComplete()) {
      findings.wrong(
          folders.base().toString(),
          "no <Manager className=\"%s\"> was found in conf or in an application"
              .formatted(ManagerElement.HOLDFAST));
    }
    return checked;
  }

  private @Nullable Checked check(ManagerElement manager, Placeholders placeholders, String line) {
    if (!manager.parent().equals("Context")) {
      findings.wrong(
          manager.place(),
          "its <Manager> stands in <%s>; Tomcat reads one in <Context> only"
              .formatted(manager.parent()));
      return null;
    }
    Map<String, String> attributes = new LinkedHashMap<>();
    Set<String> unknown = new TreeSet<>();
    manager
        .attributes()
        .forEach(
            (name, value) -> {
              attributes.put(name, placeholders.replacedIn(value));
              String left = placeholders.unknownIn(value);
              if (left != null) {
                unknown.add(left);
              }
            });
    if (!unknown.isEmpty()) {
      findings.warn(
          manager.place(),
          "is not checked, as Tomcat's properties are not known: start this command with %s"
              .formatted(
                  unknown.stream()
                      .map(name -> "-D" + name + "=…")
                      .collect(Collectors.joining(" "))));
      return null;
    }
    return new ManagerCheck(findings, nanoTime, line).check(manager.place(), attributes);
  }

  private void checkRoutes(List<String> routes, Map<String, Checked> checked) {
    List<String> sticky = new ArrayList<>();
    checked.forEach(
        (place, each) -> {
          if (each.configuration().isSticky()) {
            sticky.add(place);
          }
        });
    if (!sticky.isEmpty() && routes.contains("")) {
      findings.warn(
          folders.shown(folders.serverXml()),
          "its <Engine> has no jvmRoute, which sticky sessions need where there is more than one"
              + " Tomcat; give each its own, such as jvmRoute=\"t1\"");
    }
  }

  private void checkConnectors(List<String> portsBoundEarly) {
    portsBoundEarly.forEach(
        port ->
            findings.warn(
                folders.shown(folders.serverXml()),
                ("its <Connector port=\"%s\"> listens before the applications have started, and"
                        + " requests fail at each restart; set bindOnInit=\"false\"")
                    .formatted(port)));
  }

  /** What a Tomcat takes, and what does not do what is wanted of it. */
  private void checkNodes(String place, SessionConfiguration configuration) {
    if (configuration.discovery() != null) {
      return; // The nodes of now are examined.
    }
    List<NodeAddress> nodes = configuration.layout().nodes();
    if (!configuration.isSticky() && nodes.size() == 1 && nodes.get(0).sentinels() == null) {
      findings.warn(
          place,
          "there is one node: with sticky=\"false\" all sessions are lost with it; name"
              + " a second one");
    }
    nodes.stream()
        .filter(each -> isLoopback(each.host()))
        .forEach(
            each ->
                findings.warn(
                    place,
                    "node %s is on the machine of each Tomcat: Tomcats on other machines do not find its sessions, and both are lost together"
                        .formatted(each)));
  }

  private static boolean isLoopback(String host) {
    return host.equalsIgnoreCase("localhost")
        || host.equals("::1")
        || host.matches("127(\\.\\d{1,3}){3}");
  }

  /** Jars that Tomcat's common class loader does not see are of no use. */
  private void checkLoader(Placeholders placeholders) throws IOException {
    String entries = placeholders.ofFile("common.loader");
    if (entries == null) {
      return;
    }
    Set<Path> named = new HashSet<>();
    for (String entry : entries.split(",", -1)) {
      String text = placeholders.replacedIn(entry.strip().replace("\"", ""));
      if (text.endsWith("*.jar")) {
        named.add(Path.of(text.substring(0, text.length() - "*.jar".length())).normalize());
      }
    }
    for (Path folder : folders.libraryFolders()) {
      boolean hasHoldfast =
          TomcatFolders.files(folder, ".jar").stream()
              .anyMatch(jar -> JarName.of(String.valueOf(jar.getFileName())).isOfHoldfast());
      if (hasHoldfast && !named.contains(folder)) {
        findings.wrong(
            "conf/catalina.properties",
            "common.loader does not name %s/*.jar: Tomcat does not find the jars of Holdfast there"
                .formatted(folder));
      }
    }
  }
}
