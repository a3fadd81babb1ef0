package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.management.ObjectName;
import org.apache.tomcat.util.IntrospectionUtils;
import org.apache.tomcat.util.modeler.Registry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManagerAttributesTest {

  private static final Path README = Path.of("../README.md");
  private static final Path SOURCE =
      Path.of("src/main/java", ManagerAttributes.class.getName().replace('.', '/') + ".java");
  private static final Path CONFIGURATION = Path.of("../docs/configuration.md");

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void attributeWhenTomcatSetsItThenItReachesTheConfiguration(Setting<?> setting) {
    MemcachedSessionManager manager = new MemcachedSessionManager();

    boolean set = IntrospectionUtils.setProperty(manager, setting.attribute(), "some value");

    assertTrue(set);
    assertEquals(Map.of(setting, "some value"), manager.givenAttributes());
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void attributeWhenNotSetThenItsGetterShowsTheDefault(Setting<?> setting) throws Exception {
    MemcachedSessionManager manager = new MemcachedSessionManager();
    String name = "get" + capitalized(setting);

    Object value = ManagerAttributes.class.getMethod(name).invoke(manager);

    String standard = setting.defaultValue();
    assertEquals(setting.isSecret() ? null : standard == null ? "" : standard, value);
  }

  /** The Javadoc repeats the default, which would else become another one unnoticed. */
  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void setterWhenDocumentedThenItsDefaultIsThatOfTheSetting(Setting<?> setting) throws IOException {
    Matcher comment =
        Pattern.compile(
                "/\\*\\*((?:(?!\\*/).)*)\\*/\\s+public final void set"
                    + capitalized(setting)
                    + "\\(",
                Pattern.DOTALL)
            .matcher(Files.readString(SOURCE));
    assertTrue(comment.find());
    String text = comment.group(1).replaceAll("\\s*\\n\\s*\\*\\s*", " ");
    String standard = setting.defaultValue();

    String promised =
        standard == null
            ? "it has no default"
            : standard.isEmpty() ? "empty, for " : "{@code " + standard + "} unless set";

    assertTrue(text.contains(promised), text);
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

  @Test
  void settersWhenListedThenEachBelongsToASetting() {
    Set<String> known =
        Arrays.stream(Setting.values())
            .map(setting -> "set" + capitalized(setting))
            .collect(Collectors.toCollection(TreeSet::new));

    Set<String> setters =
        Arrays.stream(ManagerAttributes.class.getDeclaredMethods())
            .map(Method::getName)
            .filter(name -> name.startsWith("set") && !name.equals("setProperty"))
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(known, setters);
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void configurationWhenSearchedThenItHasARowWithTheAttributesDefault(Setting<?> setting)
      throws IOException {
    List<String> rows = rows(CONFIGURATION, setting);

    assertEquals(1, rows.size(), setting.attribute());
    assertTrue(rows.get(0).contains("| " + shownDefault(setting) + " |"), rows.get(0));
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void readmeWhenItHasARowThenWithTheAttributesDefault(Setting<?> setting) throws IOException {
    for (String row : rows(README, setting)) {
      assertTrue(row.contains("| " + shownDefault(setting) + " |"), row);
    }
  }

  @Test
  void readmeWhenReadThenHasTheRequiredAttribute() throws IOException {
    assertEquals(1, rows(README, Setting.MEMCACHED_NODES).size());
  }

  private static List<String> rows(Path document, Setting<?> setting) throws IOException {
    return Files.readAllLines(document).stream()
        .filter(line -> line.startsWith("| `" + setting.attribute() + "` |"))
        .toList();
  }

  private static String shownDefault(Setting<?> setting) {
    String standard = setting.defaultValue();
    return standard == null ? "required" : standard.isEmpty() ? "none" : "`" + standard + "`";
  }

  private static String capitalized(Setting<?> setting) {
    String attribute = setting.attribute();
    return Character.toUpperCase(attribute.charAt(0)) + attribute.substring(1);
  }
}
