package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.Reading;
import io.holdfast.core.metrics.Timing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.Attribute;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanFeatureInfo;
import javax.management.ObjectName;
import org.apache.tomcat.util.IntrospectionUtils;
import org.apache.tomcat.util.modeler.Registry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What {@code mbeans-descriptors.xml} and the document say is what there is. */
class DescriptorTest {

  private static final Path DOCUMENT = Path.of("../docs/operations.md");

  private static final Set<String> OF_TOMCAT_NULLABLE =
      Set.of(
          "sessionAttributeNameFilter",
          "sessionAttributeValueClassNameFilter",
          "secureRandomAlgorithm",
          "secureRandomClass",
          "secureRandomProvider",
          "cookieDomain");

  static Stream<Object> components() {
    return Stream.of(new MemcachedSessionManager(), new MemcachedSingleSignOn());
  }

  private static Map<String, MBeanAttributeInfo> attributes(Object component) throws Exception {
    return Arrays.stream(
            Registry.getRegistry(null, null)
                .findManagedBean(null, component.getClass(), component.getClass().getName())
                .createMBean(component)
                .getMBeanInfo()
                .getAttributes())
        .collect(Collectors.toMap(MBeanFeatureInfo::getName, Function.identity()));
  }

  @ParameterizedTest
  @MethodSource("components")
  void descriptorWhenComparedWithTheReadingsThenHasEachWithItsDescription(Object component)
      throws Exception {
    Map<String, MBeanAttributeInfo> attributes = attributes(component);

    for (Reading reading : Reading.all()) {
      MBeanAttributeInfo attribute = attributes.get(reading.name());
      assertEquals(
          reading.name() + " long " + reading.description(),
          attribute == null
              ? "none"
              : attribute.getName() + " " + attribute.getType() + " " + attribute.getDescription());
    }
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void descriptorWhenComparedWithTheSettingsThenHasEach(Setting<?> setting) throws Exception {
    MBeanAttributeInfo attribute =
        Objects.requireNonNull(attributes(new MemcachedSessionManager()).get(setting.attribute()));

    assertEquals(
        "%s %s %s".formatted(String.class.getName(), !setting.isSecret(), true),
        "%s %s %s".formatted(attribute.getType(), attribute.isReadable(), attribute.isWritable()));
  }

  @ParameterizedTest
  @MethodSource("components")
  void passwordWhenAskedForByItsNameThenIsNotGiven(Object component) throws Exception {
    IntrospectionUtils.setProperty(component, "password", "word");
    DynamicMBean bean =
        Registry.getRegistry(null, null)
            .findManagedBean(null, component.getClass(), component.getClass().getName())
            .createMBean(component);

    assertThrows(AttributeNotFoundException.class, () -> bean.getAttribute("password"));
  }

  @ParameterizedTest
  @MethodSource("components")
  void readingsWhenTheComponentDoesNothingThenHaveNoValue(Object component) throws Exception {
    ObjectName name = new ObjectName("Catalina:type=Test,name=readings");
    Registry registry = Registry.getRegistry(null, null);
    registry.registerComponent(component, name, null);
    try {
      for (Reading reading : Reading.all()) {
        assertNull(registry.getMBeanServer().getAttribute(name, reading.name()));
      }
      assertNull(registry.getMBeanServer().getAttribute(name, "resyncWaiting"));
      assertNull(registry.getMBeanServer().getAttribute(name, "resyncDone"));
      assertEquals(false, registry.getMBeanServer().getAttribute(name, "started"));
    } finally {
      registry.unregisterComponent(name);
    }
  }

  @Test
  void documentWhenReadThenHasARowForEachCounterAndEachTime() throws IOException {
    List<String> lines = Files.readAllLines(DOCUMENT);
    int counters = Metric.values().length;

    for (Reading reading : Reading.all().subList(0, counters)) {
      String row =
          "| `%s` | %s | %s |".formatted(reading.name(), reading.unit(), reading.description());
      assertTrue(lines.contains(row), row);
    }
    for (Timing timing : Timing.values()) {
      String description = timing.description();
      String name =
          Reading.all().stream()
              .filter(reading -> reading.description().equals(description + ": how often"))
              .map(reading -> reading.name().replace("Count", ""))
              .findFirst()
              .orElseThrow();
      String row = "| `%s` | %s |".formatted(name, description);
      assertTrue(lines.contains(row), row);
    }
  }

  /** It reached the setter, and ended there as a NullPointerException without a word. */
  @ParameterizedTest
  @MethodSource("components")
  void setAttributeWhenTheValueIsNullThenTheMessageNamesTheAttribute(Object component)
      throws Exception {
    DynamicMBean bean =
        Registry.getRegistry(null, null)
            .findManagedBean(null, component.getClass(), component.getClass().getName())
            .createMBean(component);
    for (MBeanAttributeInfo attribute : attributes(component).values()) {
      if (attribute.isWritable() && !OF_TOMCAT_NULLABLE.contains(attribute.getName())) {
        MBeanException e =
            assertThrows(
                MBeanException.class,
                () -> bean.setAttribute(new Attribute(attribute.getName(), null)),
                attribute.getName());

        assertTrue(
            String.valueOf(e.getMessage()).startsWith(attribute.getName() + ": null is no value"),
            e.getMessage());
      }
    }
  }
}
