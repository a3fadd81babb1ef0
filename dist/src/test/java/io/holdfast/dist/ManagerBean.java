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
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.RuntimeOperationsException;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXServiceURL;

/** The MBean of one web application's session manager, as an operator's console sees it. */
final class ManagerBean implements AutoCloseable {

  private final JMXConnector connector;
  private final MBeanServerConnection server;
  private final ObjectName name;

  private ManagerBean(JMXConnector connector, String context) throws IOException, JMException {
    this.connector = connector;
    this.server = connector.getMBeanServerConnection();
    this.name =
        server
            .queryNames(new ObjectName("*:type=Manager,context=/" + context + ",*"), null)
            .iterator()
            .next();
  }

  /** Connects to a Tomcat that runs, as its owner. */
  @SuppressWarnings("BanJNDI") // the address is of the Tomcat that the test has started
  static ManagerBean of(TomcatProcess tomcat, String context) {
    try {
      VirtualMachine machine = VirtualMachine.attach(Long.toString(tomcat.pid()));
      try {
        JMXServiceURL url = new JMXServiceURL(machine.startLocalManagementAgent());
        return new ManagerBean(JMXConnectorFactory.connect(url), context);
      } finally {
        machine.detach();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (JMException | AttachNotSupportedException e) {
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

  /** The values of an attribute that has many. */
  List<String> list(String attribute) {
    return List.of((String[]) get(attribute));
  }

  /**
   * Sets an attribute.
   *
   * @throws IllegalArgumentException as the manager throws it
   */
  void set(String attribute, String value) {
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
  void call(String operation, String... parameters) {
    String[] types = new String[parameters.length];
    Arrays.fill(types, String.class.getName());
    try {
      server.invoke(name, operation, parameters, types);
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
