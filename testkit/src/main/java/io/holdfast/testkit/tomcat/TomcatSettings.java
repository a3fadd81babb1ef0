package io.holdfast.testkit.tomcat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The settings of a Tomcat; {@link #build()} prepares it and starts nothing. */
public final class TomcatSettings {

  final TomcatDistribution distribution;
  final List<WebApp> applications = new ArrayList<>();
  final List<Path> libraries = new ArrayList<>();
  final List<String> jvmOptions = new ArrayList<>();
  final Map<String, String> logProperties = new LinkedHashMap<>();
  final List<String> users = new ArrayList<>();
  String jvmRoute = "";
  String connectorAttributes = "";
  String connectorContent = "";
  String serverContent = "";
  String serviceContent = "";
  String hostContent = "";
  Path javaHome = Path.of(System.getProperty("java.home"));
  boolean usualOpens;

  TomcatSettings(TomcatDistribution distribution) {
    this.distribution = distribution;
  }

  /** The engine's jvmRoute; none unless set. */
  public TomcatSettings jvmRoute(String route) {
    this.jvmRoute = route;
    return this;
  }

  /** Jars for {@code lib} of this Tomcat's base, where the common class loader finds them. */
  public TomcatSettings libraries(List<Path> jars) {
    libraries.addAll(jars);
    return this;
  }

  /**
   * Deploys an application.
   *
   * @param name the context path without its slash; {@code ROOT} for the root
   * @param docBase the exploded application
   * @param contextXml a {@code <Context>} element without {@code docBase}
   */
  public TomcatSettings application(String name, Path docBase, String contextXml) {
    applications.add(new WebApp(name, docBase, contextXml));
    return this;
  }

  /** The largest heap, as {@code -Xmx} wants it; 128m unless set. */
  public TomcatSettings heap(String size) {
    return jvmOptions("-Xmx" + size);
  }

  /** More options for the virtual machine; they come last and so they win. */
  public TomcatSettings jvmOptions(String... options) {
    jvmOptions.addAll(List.of(options));
    return this;
  }

  /** Another JDK than the one that runs the test. */
  public TomcatSettings javaHome(Path home) {
    this.javaHome = home;
    return this;
  }

  /** Opens the packages that Tomcat's own start script opens; without it none is open. */
  public TomcatSettings withUsualOpens() {
    this.usualOpens = true;
    return this;
  }

  /** The level of a logger in {@code java.util.logging}'s words; INFO unless set. */
  public TomcatSettings logLevel(String logger, String level) {
    return logging(logger + ".level", level);
  }

  /** A property of {@code logging.properties}, such as another handler of a logger. */
  public TomcatSettings logging(String property, String value) {
    logProperties.put(property, value);
    return this;
  }

  /** A user that the container's realm knows. */
  public TomcatSettings user(String name, String password, String... roles) {
    users.add(
        "<user username=\"%s\" password=\"%s\" roles=\"%s\"/>"
            .formatted(name, password, String.join(",", roles)));
    return this;
  }

  /** More attributes of the connector, such as {@code maxPostSize="100000"}. */
  public TomcatSettings connectorAttributes(String attributes) {
    this.connectorAttributes = attributes;
    return this;
  }

  /** Elements inside the connector, such as another protocol to upgrade to. */
  public TomcatSettings connectorContent(String xml) {
    this.connectorContent = xml;
    return this;
  }

  /** Elements inside the server beside its service, such as another listener. */
  public TomcatSettings serverContent(String xml) {
    this.serverContent = xml;
    return this;
  }

  /** Elements inside the service beside its connector, such as another connector. */
  public TomcatSettings serviceContent(String xml) {
    this.serviceContent = xml;
    return this;
  }

  /** Elements inside the host, such as the single sign-on valve. */
  public TomcatSettings hostContent(String xml) {
    this.hostContent = xml;
    return this;
  }

  /** Writes the base directory of the Tomcat, which is not started yet. */
  public TomcatProcess build() {
    return new TomcatProcess(this, TomcatBase.create(this));
  }

  /** A Tomcat with the same libraries and applications and nothing else, and with these options. */
  TomcatProcess rehearsal(String... options) {
    TomcatSettings alike = new TomcatSettings(distribution).javaHome(javaHome).libraries(libraries);
    alike.applications.addAll(applications);
    return alike.jvmOptions(options).build();
  }

  /** Builds it and starts it. */
  public TomcatProcess start() {
    TomcatProcess tomcat = build();
    try {
      tomcat.start();
      return tomcat;
    } catch (RuntimeException e) {
      tomcat.close();
      throw e;
    }
  }
}
