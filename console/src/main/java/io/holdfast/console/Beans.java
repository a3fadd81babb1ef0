package io.holdfast.console;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanServer;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;

/** Finds Holdfast's MBeans among all of a Tomcat. */
final class Beans {

  private static final String APPLICATIONS = "*:type=Manager,host=*,context=*";
  private static final String SERVERS = "*:type=Server";
  private static final String ENGINES = "*:type=Engine";
  private static final String VERSION = "version";
  private static final String SIGN_ONS = "*:type=Valve,host=*,name=MemcachedSingleSignOn";

  /** Holdfast's components have it, Tomcat's own managers do not. */
  private static final String MARK = "sessionsNotStored";

  private final MBeanServer server;

  Beans(MBeanServer server) {
    this.server = server;
  }

  /**
   * Which Tomcat this is, such as {@code Apache Tomcat/11.0.25, jvmRoute t1, Holdfast 1.0.0}; what
   * has no MBean is left out.
   */
  String tomcat() {
    String server = valueOf(SERVERS, "serverInfo");
    String route = valueOf(ENGINES, "jvmRoute");
    String version = applications().stream().findFirst().map(bean -> bean.text(VERSION)).orElse("");
    return (server.isEmpty() ? "this Tomcat" : server)
        + (route.isEmpty() ? "" : ", jvmRoute " + route)
        + (version.isEmpty() ? "" : ", Holdfast " + version);
  }

  private String valueOf(String pattern, String attribute) {
    return matching(pattern(pattern)).map(bean -> bean.text(attribute)).findFirst().orElse("");
  }

  /** The managers of the applications whose sessions Holdfast keeps, by host and context. */
  List<Bean> applications() {
    return matching(pattern(APPLICATIONS)).filter(bean -> bean.has(MARK)).toList();
  }

  /** The single sign-ons of hosts. */
  List<Bean> signOns() {
    return matching(pattern(SIGN_ONS)).filter(bean -> bean.has(MARK)).toList();
  }

  /** The application whose MBean has this name. */
  Optional<Bean> application(String name) {
    return applications().stream()
        .filter(bean -> bean.name().getCanonicalName().equals(name))
        .findFirst();
  }

  /** The nodes, as an application or a single sign-on sees them. */
  List<Bean> nodes(Bean component) {
    String owner =
        component.name().getKeyPropertyList().entrySet().stream()
            .filter(key -> !key.getKey().equals("type"))
            .map(key -> "," + key.getKey() + "=" + key.getValue())
            .collect(Collectors.joining());
    String domain = component.name().getDomain();
    return matching(pattern(domain + ":type=MemcachedNode,node=*" + owner)).toList();
  }

  private Stream<Bean> matching(ObjectName pattern) {
    return server.queryNames(pattern, null).stream()
        .sorted(Comparator.comparing(ObjectName::getCanonicalName))
        .map(name -> new Bean(server, name));
  }

  private static ObjectName pattern(String pattern) {
    try {
      return new ObjectName(pattern);
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(pattern, e);
    }
  }
}
