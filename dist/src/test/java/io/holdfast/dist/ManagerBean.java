package io.holdfast.dist;

import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
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

  private final JMXConnector connector;
  private final MBeanServerConnection server;
  private final ObjectName name;

  private ManagerBean(JMXConnector connector, String pattern) throws IOException, JMException {
    this.connector = connector;
    this.server = connector.getMBeanServerConnection();
    this.name = server.queryNames(new ObjectName(pattern), null).iterator().next();
  }

  /** Connects to a Tomcat that runs, as its owner, for the manager of a context. */
  static ManagerBean of(TomcatProcess tomcat, String context) {
    return matching(tomcat, "*:type=Manager,context=/" + context + ",*");
  }

  /** Connects to a Tomcat that runs, as its owner, for any MBean whose name is like this. */
  static ManagerBean matching(TomcatProcess tomcat, String pattern) {
    try {
      return new ManagerBean(connect(tomcat), pattern);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The names of all MBeans of a Tomcat that are like this. */
  static List<String> names(TomcatProcess tomcat, String pattern) {
    try (JMXConnector connector = connect(tomcat)) {
      return connector.getMBeanServerConnection().queryNames(new ObjectName(pattern), null).stream()
          .map(ObjectName::toString)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
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
    try {
      return server.getAttribute(name, attribute);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The value of an attribute that is a whole number. */
  long count(String attribute) {
    return ((Number) get(attribute)).longValue();
  }

  /** What the MBean says of itself. */
  MBeanInfo info() {
    try {
      return server.getMBeanInfo(name);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
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
    try {
      server.setAttribute(name, new Attribute(attribute, value));
    } catch (RuntimeOperationsException e) {
      throw e.getTargetException();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Calls an operation whose parameters are text.
   *
   * @throws IllegalArgumentException as the manager throws it
   */
  Object call(String operation, String... parameters) {
    String[] types = new String[parameters.length];
    Arrays.fill(types, String.class.getName());
    try {
      return server.invoke(name, operation, parameters, types);
    } catch (RuntimeOperationsException e) {
      throw e.getTargetException();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    try {
      connector.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
