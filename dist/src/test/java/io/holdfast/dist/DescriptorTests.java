package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanFeatureInfo;
import javax.management.MBeanOperationInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What the MBeans of Holdfast's parts say of themselves holds in a real Tomcat. */
abstract class DescriptorTests extends ClusterTests {

  private static final String SINGLE_SIGN_ON = "*:type=Valve,name=MemcachedSingleSignOn,*";

  private static final Map<String, Class<?>> TYPES =
      Map.of(
          "int", Integer.class,
          "long", Long.class,
          "boolean", Boolean.class,
          "java.lang.Integer", Integer.class,
          "java.lang.Long", Long.class,
          "java.lang.String", String.class,
          "[Ljava.lang.String;", String[].class);

  static Stream<String> components() {
    Stream<String> managers =
        Stream.of(Mode.values())
            .map(mode -> "*:type=Manager,context=/" + mode.context("app") + ",*");
    Stream<String> nodes =
        Stream.of("context=/app", "context=/any-app", "name=MemcachedSingleSignOn")
            .map(owner -> "*:type=MemcachedNode,node=n1," + owner + ",*");
    return Stream.of(managers, nodes, Stream.of(SINGLE_SIGN_ON)).flatMap(names -> names);
  }

  @ParameterizedTest
  @MethodSource("components")
  void attributesWhenReadThenEachHasItsTypeAndADescription(String component) {
    try (ManagerBean bean = ManagerBean.matching(t1(), component)) {
      for (MBeanAttributeInfo attribute : bean.info().getAttributes()) {
        assertDescribed(attribute);
        if (attribute.isReadable() && !attribute.getName().equals("modelerType")) {
          Object value = bean.get(attribute.getName());

          Class<?> type = TYPES.get(attribute.getType());
          assertNotNull(type, attribute::toString);
          assertTrue(
              value == null ? attribute.getType().startsWith("java.") : type.isInstance(value),
              attribute::toString);
        }
      }
    }
  }

  /** To what they are, so that nothing changes; Tomcat counts on by itself in some. */
  @ParameterizedTest
  @MethodSource("components")
  void attributesWhenWrittenThenEachIsAccepted(String component) {
    try (ManagerBean bean = ManagerBean.matching(t1(), component)) {
      for (MBeanAttributeInfo attribute : bean.info().getAttributes()) {
        if (attribute.isWritable() && attribute.isReadable()) {
          Await.until(attribute + " is accepted", () -> accepts(bean, attribute.getName()));
        }
      }
    }
  }

  private static boolean accepts(ManagerBean bean, String attribute) {
    Object before = bean.get(attribute);
    bean.set(attribute, before);
    return Objects.equals(before, bean.get(attribute));
  }

  @InEachMode
  void operationsWhenCalledThenEachAnswersInItsType(Mode mode) {
    try (ManagerBean bean = ManagerBean.of(t1(), mode.context("app"))) {
      for (MBeanOperationInfo operation : bean.info().getOperations()) {
        assertDescribed(operation);
        Arrays.stream(operation.getSignature()).forEach(DescriptorTests::assertDescribed);
        String[] parameters =
            Arrays.stream(operation.getSignature())
                .map(parameter -> argument(bean, parameter.getName()))
                .toArray(String[]::new);

        if (operation.getName().endsWith("SessionsOf")
            || operation.getName().endsWith("SessionOf")) {
          // Of users, who are not listed here: the reads of their notices never pause.
          assertThrows(RuntimeException.class, () -> bean.call(operation.getName(), parameters));
          continue;
        }
        Object answer = bean.call(operation.getName(), parameters);

        Class<?> type = TYPES.get(operation.getReturnType());
        boolean fits = (type == null || answer == null) ? answer == null : type.isInstance(answer);
        assertTrue(fits, () -> operation + " answered " + answer);
      }
    }
  }

  private static String argument(ManagerBean bean, String parameter) {
    return switch (parameter) {
      case "sessionId" -> "0123456789ABCDEF0123456789ABCDEF";
      case "key" -> "fruit";
      case "user", "session" -> "nobody";
      default -> String.valueOf(bean.get(parameter));
    };
  }

  @InEachMode
  void descriptorWhenComparedThenHasAllThatTomcatsOwnManagerHas(Mode mode) {
    try (ManagerBean ours = ManagerBean.of(t1(), mode.context("app"));
        ManagerBean plain = ManagerBean.of(t1(), OperationsSuite.PLAIN + "app")) {
      Map<String, String> attributes = signatures(ours.info().getAttributes());
      Map<String, String> operations = signatures(ours.info().getOperations());

      signatures(plain.info().getAttributes())
          .forEach(
              (name, signature) -> {
                boolean isOfFiles = name.equals("pathname");
                assertEquals(isOfFiles ? null : signature, attributes.get(name), name);
              });
      signatures(plain.info().getOperations())
          .forEach((name, signature) -> assertEquals(signature, operations.get(name), name));
    }
  }

  private static Map<String, String> signatures(MBeanFeatureInfo... features) {
    return Arrays.stream(features)
        .collect(Collectors.toMap(MBeanFeatureInfo::getName, DescriptorTests::signature));
  }

  private static String signature(MBeanFeatureInfo feature) {
    if (feature instanceof MBeanAttributeInfo attribute) {
      return "%s %s".formatted(attribute.getType(), attribute.isIs());
    }
    MBeanOperationInfo operation = (MBeanOperationInfo) feature;
    return Arrays.stream(operation.getSignature())
        .map(parameter -> parameter.getType())
        .collect(Collectors.joining(", ", operation.getReturnType() + "(", ")"));
  }

  @Test
  void passwordWhenLookedForThenNoConsoleShowsIt() {
    try (ManagerBean bean = ManagerBean.of(t1(), "app")) {
      assertFalse(attribute(bean, "password").isReadable());
      assertTrue(attribute(bean, "username").isReadable());
    }
  }

  private static MBeanAttributeInfo attribute(ManagerBean bean, String name) {
    return Arrays.stream(bean.info().getAttributes())
        .filter(attribute -> attribute.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static void assertDescribed(MBeanFeatureInfo feature) {
    String description = feature.getDescription();
    assertTrue(description != null && !description.isBlank(), feature::toString);
  }
}
