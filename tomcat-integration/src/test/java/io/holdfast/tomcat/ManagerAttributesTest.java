package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import java.beans.FeatureDescriptor;
import java.beans.IntrospectionException;
import java.beans.Introspector;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.tomcat.util.IntrospectionUtils;
import org.apache.tomcat.util.modeler.Registry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ManagerAttributesTest {

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void attributeWhenTomcatSetsItThenItReachesTheConfiguration(Setting<?> setting) {
    MemcachedSessionManager manager = new MemcachedSessionManager();

    boolean set = IntrospectionUtils.setProperty(manager, setting.attribute(), "some value");

    assertTrue(set);
    assertEquals(Map.of(setting, "some value"), manager.given.all());
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void attributeWhenNotSetThenTomcatReadsTheDefault(Setting<?> setting) {
    Object value =
        IntrospectionUtils.getProperty(new MemcachedSessionManager(), setting.attribute());

    String standard = setting.defaultValue();
    assertEquals(setting.isSecret() ? null : standard == null ? "" : standard, value);
  }

  /** What StoreConfig stores are properties that can be read and written. */
  @ParameterizedTest
  @ValueSource(classes = {MemcachedSessionManager.class, MemcachedSingleSignOn.class})
  void propertiesWhenIntrospectedThenAreTheSettingsAndThoseOfTomcat(Class<?> component)
      throws IntrospectionException {
    Set<String> expected =
        Arrays.<Setting<?>>stream(Setting.values())
            .filter(each -> component != MemcachedSingleSignOn.class || each.isOfSignOn())
            .map(Setting::attribute)
            .collect(Collectors.toCollection(TreeSet::new));
    expected.add(component == MemcachedSingleSignOn.class ? "cookieDomain" : "maxActiveSessions");

    Set<String> stored =
        Arrays.stream(Introspector.getBeanInfo(component).getPropertyDescriptors())
            .filter(each -> each.getReadMethod() != null && each.getWriteMethod() != null)
            .map(FeatureDescriptor::getName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertTrue(stored.containsAll(expected), stored::toString);
  }

  @Test
  void countersWhenTomcatRegistersTheManagerThenItsMBeanShowsThem() throws Exception {
    ObjectName name = new ObjectName("Catalina:type=Manager,context=/mbean");
    Registry registry = Registry.getRegistry(null, null);
    registry.registerComponent(new MemcachedSessionManager(), name, null);
    try {
      Object counters = registry.getMBeanServer().getAttribute(name, "counters");
      Object lost = registry.getMBeanServer().getAttribute(name, "lostNodes");
      Object report = registry.getMBeanServer().getAttribute(name, "allowedClassesReport");

      assertEquals("", report);
      assertArrayEquals(new String[0], (String[]) counters);
      assertArrayEquals(new String[0], (String[]) lost);
    } finally {
      registry.unregisterComponent(name);
    }
  }
}
