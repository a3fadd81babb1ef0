package io.holdfast.tomcat.jmx;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.BuildVersion;
import io.holdfast.core.metrics.Reading;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.sessions.runtime.RuntimeView;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import javax.management.ReflectionException;
import javax.management.RuntimeOperationsException;
import org.apache.tomcat.util.IntrospectionUtils;
import org.apache.tomcat.util.modeler.BaseModelMBean;
import org.jspecify.annotations.Nullable;

/**
 * The MBean of a component or of a node that is observed: Tomcat's own MBean, with an attribute for
 * each {@link Reading} and each {@link Setting}, or for each value of a {@link NodeBean}. Named in
 * {@code mbeans-descriptors.xml}, and created by Tomcat.
 *
 * <p>While the component does nothing, because it has not started or could not, no number has a
 * value: zeros would look as if all were well. Lists are empty then.
 */
public final class MeasuredMBean extends BaseModelMBean {

  /** Tomcat's own attributes for which null is a value: no filter, or Tomcat's default. */
  private static final Set<String> NULLABLE =
      Set.of(
          "sessionAttributeNameFilter",
          "sessionAttributeValueClassNameFilter",
          "secureRandomAlgorithm",
          "secureRandomClass",
          "secureRandomProvider",
          "cookieDomain");

  /** For Tomcat, which sets what is observed. */
  public MeasuredMBean() {}

  @Override
  public @Nullable Object getAttribute(String name)
      throws AttributeNotFoundException, MBeanException, ReflectionException {
    if (resource instanceof NodeBean node && NodeBean.has(name)) {
      return node.get(name);
    }
    Setting<?> setting = setting(name);
    if (setting != null && setting.isSecret()) {
      throw new AttributeNotFoundException(name + " cannot be read");
    }
    if (setting != null && resource instanceof Measured component) {
      return component.inEffect(setting);
    }
    Reading reading = Reading.find(name);
    if (reading == null) {
      return super.getAttribute(name);
    }
    RuntimeView observed = observed();
    return observed == null ? null : reading.value().applyAsLong(observed.metrics());
  }

  /**
   * Sets an attribute.
   *
   * @throws MBeanException if it cannot be set; its cause is of the JDK, for clients on other
   *     machines, and names the attribute
   */
  @Override
  public void setAttribute(Attribute attribute)
      throws AttributeNotFoundException, MBeanException, ReflectionException {
    if (attribute != null
        && attribute.getValue() == null
        && !NULLABLE.contains(attribute.getName())) {
      String message =
          "%s: null is no value of it; set a text, as in the configuration file"
              .formatted(attribute.getName());
      throw new MBeanException(new IllegalArgumentException(message), message);
    }
    Setting<?> setting = attribute == null ? null : setting(attribute.getName());
    if (setting != null && resource instanceof Measured component) {
      try {
        component.setProperty(setting.attribute(), attribute.getValue().toString());
      } catch (IllegalArgumentException | IllegalStateException e) {
        throw new RuntimeOperationsException(e, "Cannot set " + setting);
      }
    } else {
      super.setAttribute(attribute);
    }
  }

  /** What the descriptor says, and an attribute for each setting of the component. */
  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanInfo described = super.getMBeanInfo();
    List<MBeanAttributeInfo> attributes = new ArrayList<>(List.of(described.getAttributes()));
    for (Setting<?> setting : settings()) {
      attributes.add(
          new MBeanAttributeInfo(
              setting.attribute(),
              String.class.getName(),
              setting.description(),
              !setting.isSecret(),
              true,
              false));
    }
    return new MBeanInfo(
        described.getClassName(),
        described.getDescription(),
        attributes.toArray(new MBeanAttributeInfo[0]),
        described.getConstructors(),
        described.getOperations(),
        described.getNotifications());
  }

  private List<Setting<?>> settings() {
    return resource instanceof Measured component ? component.settings() : List.of();
  }

  private @Nullable Setting<?> setting(@Nullable String name) {
    return settings().stream()
        .filter(each -> each.attribute().equals(name))
        .findFirst()
        .orElse(null);
  }

  /** Returns whether the component looks after sessions: it has started, and is enabled. */
  public boolean getStarted() {
    return observed() != null;
  }

  /** The version of Holdfast, such as {@code 1.0.0}; {@code unknown} without its jars. */
  public String getVersion() {
    return BuildVersion.current();
  }

  /** How many session ids a manager made twice; 0 on Tomcat 11, which does not count that. */
  public int getDuplicates() {
    return IntrospectionUtils.getProperty(resource, "duplicates") instanceof Integer n ? n : 0;
  }

  /** The counters as {@code NAME=count}, in one attribute. */
  public String[] getCounters() {
    return texts(
        observed ->
            observed.metrics().snapshot().entrySet().stream()
                .map(counter -> counter.getKey().name() + '=' + counter.getValue())
                .sorted());
  }

  /** The ids of the nodes that do not answer at the moment: their circuit breakers are open. */
  public String[] getLostNodes() {
    return texts(observed -> observed.health().lostNodes().stream());
  }

  /**
   * Each node in use, as {@code id=n1 address=host:port state=AVAILABLE since=…}. The state is
   * {@code AVAILABLE}, {@code STANDBY} (a failover node), {@code LOST}, or {@code LEAVING} for one
   * that was taken out of the list and whose sessions are being stored elsewhere.
   */
  public String[] getNodes() {
    return texts(observed -> observed.nodes().stream().map(NodeStatus::toString));
  }

  /** How many sessions wait to be stored again because nodes came or went; null if not started. */
  public @Nullable Integer getResyncWaiting() {
    RuntimeView observed = observed();
    return observed == null ? null : observed.resyncProgress().waiting();
  }

  /** How many sessions had their turn to be stored again since the start; null if not started. */
  public @Nullable Long getResyncDone() {
    RuntimeView observed = observed();
    return observed == null ? null : observed.resyncProgress().done();
  }

  /**
   * The line {@code allowedClasses="…"} that would allow what is allowed now and all classes of
   * attributes that were refused until now, for an operator to copy; empty if none was refused.
   */
  public String getAllowedClassesReport() {
    RuntimeView observed = observed();
    return observed == null ? "" : observed.allowedClassesReport();
  }

  /**
   * Which key seals records, which keys open them, and how many were opened with each since the
   * start; names of keys, never a key. Empty if records are not sealed.
   */
  public String getEncryptionKeys() {
    RuntimeView observed = observed();
    return observed == null ? "" : observed.encryptionKeys();
  }

  private String[] texts(Function<RuntimeView, Stream<String>> of) {
    RuntimeView observed = observed();
    return observed == null ? new String[0] : of.apply(observed).toArray(String[]::new);
  }

  private @Nullable RuntimeView observed() {
    return resource instanceof Measured component ? component.observed() : null;
  }
}
