package io.holdfast.console;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import javax.management.JMException;
import javax.management.JMRuntimeException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;

/**
 * One MBean. What it does not have, or has no value for, is absent: it may go away at any moment,
 * with its application.
 */
record Bean(MBeanServer server, ObjectName name) {

  /** The value of an attribute; null if there is none. */
  @Nullable Object value(String attribute) {
    try {
      return server.getAttribute(name, attribute);
    } catch (JMException | JMRuntimeException gone) {
      return null;
    }
  }

  /** An attribute as text; empty if it has no value. */
  String text(String attribute) {
    Object value = value(attribute);
    return value == null ? "" : value.toString();
  }

  /** An attribute that is a number. */
  OptionalLong number(String attribute) {
    return value(attribute) instanceof Number number
        ? OptionalLong.of(number.longValue())
        : OptionalLong.empty();
  }

  /** Returns whether it has an attribute of this name. */
  boolean has(String attribute) {
    try {
      return Arrays.stream(server.getMBeanInfo(name).getAttributes())
          .anyMatch(known -> known.getName().equals(attribute));
    } catch (JMException gone) {
      return false;
    }
  }

  /** What is behind a key of its name, without quotes; empty if there is none. */
  String key(String key) {
    String value = name.getKeyProperty(key);
    if (value == null) {
      return "";
    }
    return value.startsWith("\"") ? ObjectName.unquote(value) : value;
  }

  /**
   * Calls an operation whose parameters are texts.
   *
   * @throws JMException if it fails, or there is no such operation any more
   */
  @Nullable Object call(String operation, List<String> parameters) throws JMException {
    String[] types = new String[parameters.size()];
    Arrays.fill(types, String.class.getName());
    return server.invoke(name, operation, parameters.toArray(), types);
  }
}
