package io.holdfast.dist;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanInfo;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeOperationsException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;
import org.jspecify.annotations.Nullable;

/**
 * The MBean of one web application's session manager, or of another component, as an operator's
 * console sees it.
 */
final class ManagerBean implements AutoCloseable {

  /** By process: to connect to one takes more than a hundred questions. */
  private static final Map<Long, JMXConnector> CONNECTORS = new HashMap<>();

  private final MBeanServerConnection server;
  private final ObjectName name;

  private ManagerBean(MBeanServerConnection server, String pattern)
      throws IOException, JMException {
    this.server = server;
    this.name = server.queryNames(new ObjectName(pattern), null).iterator().next();
  }

  /** Connects to a Tomcat that runs, as its owner, for the manager of a context. */
  static ManagerBean of(TomcatProcess tomcat, String context) {
    return matching(tomcat, "*:type=Manager,context=/" + context + ",*");
  }

  /** Connects to a Tomcat that runs, as its owner, for any MBean whose name is like this. */
  static ManagerBean matching(TomcatProcess tomcat, String pattern) {
    return value(() -> new ManagerBean(connection(tomcat), pattern));
  }

  /** The names of all MBeans of a Tomcat that are like this. */
  static List<String> names(TomcatProcess tomcat, String pattern) {
    return value(() -> connection(tomcat).queryNames(new ObjectName(pattern), null)).stream()
        .map(ObjectName::toString)
        .toList();
  }

  /** A question to a Tomcat. */
  private interface Question<T> {
    T answer() throws IOException, JMException;
  }

  private static <T> T value(Question<T> question) {
    try {
      return question.answer();
    } catch (RuntimeOperationsException e) {
      throw e.getTargetException();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  private static synchronized MBeanServerConnection connection(TomcatProcess tomcat)
      throws IOException {
    CONNECTORS.keySet().removeIf(pid -> ProcessHandle.of(pid).isEmpty());
    JMXConnector connector = CONNECTORS.get(tomcat.pid());
    if (connector == null) {
      connector = connect(tomcat);
      CONNECTORS.put(tomcat.pid(), connector);
    }
    return connector.getMBeanServerConnection();
  }

  @SuppressWarnings("BanJNDI") // the address is of the Tomcat that the test has started
  private static JMXConnector connect(TomcatProcess tomcat) throws IOException {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(tomcat.pid()));
      try {
        return JMXConnectorFactory.connect(new JMXServiceURL(machine.startLocalManagementAgent()));
      } finally {
        machine.detach();
      }
    } catch (AttachNotSupportedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The value of an attribute. */
  Object get(String attribute) {
    return value(() -> server.getAttribute(name, attribute));
  }

  /** The value of an attribute that is a whole number. */
  long count(String attribute) {
    return ((Number) get(attribute)).longValue();
  }

  /** The values of attributes that are whole numbers, or true, which is 1; by one question. */
  Map<String, Long> counts(Collection<String> attributes) {
    Map<String, Long> counts = new HashMap<>();
    String[] names = attributes.toArray(String[]::new);
    for (Attribute found : value(() -> server.getAttributes(name, names)).asList()) {
      Object value = found.getValue();
      counts.put(
          found.getName(),
          value instanceof Boolean is ? (is ? 1L : 0L) : ((Number) value).longValue());
    }
    return counts;
  }

  /** What the MBean says of itself. */
  MBeanInfo info() {
    return value(() -> server.getMBeanInfo(name));
  }

  /** The values of an attribute that has many. */
  List<String> list(String attribute) {
    return List.of((String[]) get(attribute));
  }

  /**
   * Sets an attribute.
   *
   * @throws IllegalArgumentException as the manager throws it
   */
  void set(String attribute, @Nullable Object value) {
    value(
        () -> {
          server.setAttribute(name, new Attribute(attribute, value));
          return name;
        });
  }

  /**
   * Calls an operation whose parameters are text.
   *
   * @throws IllegalArgumentException as the manager throws it
   */
  Object call(String operation, String... parameters) {
    String[] types = new String[parameters.length];
    Arrays.fill(types, String.class.getName());
    return value(() -> server.invoke(name, operation, parameters, types));
  }

  /** Leaves the connection to the next one. */
  @Override
  public void close() {}
}
