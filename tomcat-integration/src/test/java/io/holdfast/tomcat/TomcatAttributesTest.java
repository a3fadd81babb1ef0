package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.util.IntrospectionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Attributes of Tomcat's own, set as its digester does: what a setter throws is swallowed. */
class TomcatAttributesTest extends WithTomcats {

  private static final String WRONG = "^(?!wrong$";

  /** What Tomcat takes although it means nothing. */
  private static final Set<String> ANY_TEXT =
      Set.of(
          "domain", // a name
          "persistAuthenticationNotes", // Tomcat 9 only: no setter of ours can stand for it
          "secureRandomAlgorithm", // Tomcat warns, and uses another generator that is as good
          "secureRandomClass",
          "secureRandomProvider");

  private final MemcachedSessionManager manager = new MemcachedSessionManager();

  /** All that Tomcat's digester would set, but for those of Holdfast. */
  static Stream<String> ofTomcat() {
    Set<String> ours =
        Arrays.stream(Setting.values()).map(Setting::attribute).collect(Collectors.toSet());
    return Arrays.stream(MemcachedSessionManager.class.getMethods())
        .filter(TomcatAttributesTest::isSetterOfAText)
        .map(setter -> setter.getName().substring(3))
        .map(name -> Character.toLowerCase(name.charAt(0)) + name.substring(1))
        .filter(name -> !ours.contains(name) && !ANY_TEXT.contains(name))
        .distinct();
  }

  private static boolean isSetterOfAText(Method method) {
    return method.getName().startsWith("set")
        && method.getParameterCount() == 1
        && (method.getParameterTypes()[0].isPrimitive()
            || method.getParameterTypes()[0] == String.class);
  }

  @ParameterizedTest
  @MethodSource("ofTomcat")
  void startWhenAnAttributeOfTomcatsOwnHasAWrongValueThenFailsAndNamesBoth(String attribute) {
    IntrospectionUtils.setProperty(manager, attribute, WRONG);

    String message = refused(() -> ConfigurationException.throwIfAny(manager.given.unknown()));

    assertTrue(message.startsWith(attribute + "=\"" + WRONG + "\": "), message);
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void startWhenAnAttributeOfHoldfastHasAWrongValueThenFailsAndNamesBoth(Setting<?> setting) {
    Consumer<StandardContext> wrong =
        context -> IntrospectionUtils.setProperty(context.getManager(), setting.attribute(), WRONG);

    PageTomcat tomcat = closing(start("t1", builder(), wrong));
    String message =
        String.valueOf(
            assertInstanceOf(ConfigurationException.class, tomcat.manager.startFailure())
                .getMessage());

    String shown = setting.isSecret() ? "***" : WRONG;
    assertTrue(message.startsWith(setting.attribute() + "=\"" + shown + "\": "), message);
  }

  @Test
  void startWhenSeveralAttributesAreWrongThenNamesThemAll() {
    Consumer<StandardContext> wrong =
        context -> {
          for (String name : List.of("stiky", "lockExpiration", "maxItemSize", "throwOnFailure")) {
            IntrospectionUtils.setProperty(context.getManager(), name, WRONG);
          }
        };

    PageTomcat tomcat = closing(new PageTomcat(base, "t1", "t 1", builder(), page, wrong));
    Throwable failure = tomcat.manager.startFailure();

    String[] lines = String.valueOf(failure == null ? "" : failure.getMessage()).split("\n");
    assertEquals("5 attributes are wrong:", lines[0]);
    assertEquals(
        List.of("stiky", "throwOnFailure", "jvmRoute", "lockExpiration", "maxItemSize"),
        Arrays.stream(lines)
            .skip(1)
            .map(line -> line.substring(0, line.indexOf('=')).strip())
            .toList());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "n1:a:1,n2:b:2 | n3 | failoverNodes=\"n3\": there is no node \"n3\" in nodes; it has [n1, n2]",
        "n1:a:1 | n1 | failoverNodes=\"n1\": at least one node of nodes must not be a failover node",
        "n1:a:1,n1:b:2 | '' | nodes=\"n1:a:1,n1:b:2\": the node id \"n1\" appears twice; give"
            + " each node one of its own, for example n1, n2"
      })
  void startWhenTheNodesHaveTheirOtherNameThenMistakesAreToldInThatName(
      String nodes, String failoverNodes, String message) {
    Consumer<StandardContext> wrong =
        context -> {
          IntrospectionUtils.setProperty(context.getManager(), "nodes", nodes);
          IntrospectionUtils.setProperty(context.getManager(), "failoverNodes", failoverNodes);
        };

    PageTomcat tomcat = closing(start("t1", builder(), wrong));
    Throwable failure = tomcat.manager.startFailure();

    assertEquals(message, failure == null ? "it has started" : failure.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"sessionAttributeNameFilter", "sessionAttributeValueClassNameFilter"})
  void startWhenAFilterIsNoRegularExpressionThenTheApplicationIsNotThere(String filter) {
    Consumer<StandardContext> wrong =
        context -> IntrospectionUtils.setProperty(context.getManager(), filter, WRONG);

    PageTomcat tomcat = closing(start("t1", builder(), wrong));
    Throwable failure = tomcat.manager.startFailure();

    assertEquals(
        filter
            + "=\"^(?!wrong$\": not a regular expression: Unclosed group at character 11; write"
            + " one such as cart|user.*, a backslash before ( [ { that stand for"
            + " themselves",
        failure == null ? "it has started" : failure.getMessage());
    assertEquals(404, new Browser().get(tomcat.port(), "/page").status());
  }

  @Test
  void filterWhenCorrectedBeforeTheStartThenIsTaken() {
    manager.setSessionAttributeNameFilter(WRONG);
    manager.setSessionAttributeNameFilter("right");

    assertDoesNotThrow(() -> ConfigurationException.throwIfAny(manager.given.unknown()));
    assertEquals("right", manager.getSessionAttributeNameFilter());
  }

  @Test
  void filterWhenTheStartHasFailedForItThenIsCheckedAtOnceAndCanBeCorrected()
      throws LifecycleException {
    Consumer<StandardContext> wrong =
        context ->
            ((MemcachedSessionManager) context.getManager()).setSessionAttributeNameFilter(WRONG);
    PageTomcat tomcat = closing(start("t1", builder(), wrong));
    MemcachedSessionManager failed = tomcat.manager;
    IllegalArgumentException refusal =
        assertThrows(
            IllegalArgumentException.class, () -> failed.setSessionAttributeNameFilter("("));
    assertTrue(
        String.valueOf(refusal.getMessage()).startsWith("sessionAttributeNameFilter=\"(\": not"),
        refusal::getMessage);

    failed.setSessionAttributeNameFilter("right");
    ((StandardContext) failed.getContext()).start();

    assertNull(failed.startFailure());
  }

  /** Its text is no number: Tomcat's digester finds no setter for that. */
  @ParameterizedTest
  @ValueSource(strings = {"maxActiveSessions", "processExpiresFrequency"})
  void numberWhenTheStartHasFailedForItThenCanBeCorrected(String attribute)
      throws LifecycleException {
    Consumer<StandardContext> wrong =
        context -> IntrospectionUtils.setProperty(context.getManager(), attribute, "abc");
    PageTomcat tomcat = closing(start("t1", builder(), wrong));
    MemcachedSessionManager failed = tomcat.manager;
    Throwable failure = failed.startFailure();
    assertTrue(String.valueOf(failure).contains(attribute + "=\"abc\""), () -> "" + failure);
    StandardContext context = (StandardContext) failed.getContext();
    context.start();
    assertNotNull(failed.startFailure(), "it has started although nobody corrected it");

    IntrospectionUtils.setProperty(failed, attribute, "7");
    context.start();

    assertNull(failed.startFailure());
  }

  @ParameterizedTest
  @CsvSource({"true, true", "FALSE, false"})
  void flagOfTomcatWhenItIsATextThenIsTaken(String text, boolean meant) {
    IntrospectionUtils.setProperty(manager, "persistAuthentication", text);
    IntrospectionUtils.setProperty(manager, "notifyBindingListenerOnUnchangedValue", text);

    assertDoesNotThrow(() -> ConfigurationException.throwIfAny(manager.given.unknown()));
    assertEquals(meant, manager.getPersistAuthentication());
    assertEquals(meant, manager.getNotifyBindingListenerOnUnchangedValue());
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1"})
  void frequencyWhenLessThanOneThenTheStartFailsForIt(String frequency) {
    IntrospectionUtils.setProperty(manager, "processExpiresFrequency", frequency);

    String message = refused(() -> ConfigurationException.throwIfAny(manager.given.unknown()));

    assertEquals(
        "processExpiresFrequency=\"%s\": a whole number from 1 is needed".formatted(frequency),
        message);
  }

  private static ManagerBuilder builder() {
    return settings("sticky", "127.0.0.1:1");
  }

  private static String refused(Executable action) {
    return String.valueOf(assertThrows(ConfigurationException.class, action).getMessage());
  }
}
