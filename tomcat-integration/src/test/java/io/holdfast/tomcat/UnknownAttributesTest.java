package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.ConfigurationException;
import java.io.StringReader;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.apache.tomcat.util.digester.Digester;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** Elements as Tomcat's own digester reads them, with attributes that are none. */
class UnknownAttributesTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
      stiky                | false | did you mean sticky?
      sessionBackupAsnyc   | false | did you mean sessionBackupAsync?
      memcachedNode        | n1:x:1| did you mean memcachedNodes?
      maxActiveSession     | 5     | did you mean maxActiveSessions?
      somethingElse        | 5     | there is no such attribute
      maxActiveSessions    | abc   | use a value of type int
      """)
  void checkWhenAttributeIsMisspeltThenNamesItItsValueAndTheNearest(
      String name, String value, String remedy) {
    MemcachedSessionManager manager = manager("%s='%s'".formatted(name, value));

    String message = refused(() -> ConfigurationException.throwIfAny(manager.given.unknown()));

    assertEquals(
        "%s=\"%s\": ".formatted(name, value), message.substring(0, message.indexOf(": ") + 2));
    assertEquals(remedy, message.substring(message.length() - remedy.length()));
  }

  @Test
  void setPropertyWhenTheNodesHaveTheirOtherNameThenTaken() {
    MemcachedSessionManager manager = manager("nodes='n1:valkey://a:1'");

    assertEquals(List.of(), manager.given.unknown());
    assertEquals("n1:valkey://a:1", manager.getProperty("memcachedNodes"));
  }

  @ParameterizedTest
  @CsvSource({"nodes, memcachedNodes", "memcachedNodes, nodes"})
  void setPropertyWhenTheNodesHaveBothNamesThenRefused(String first, String second) {
    MemcachedSessionManager manager =
        manager("%s='n1:a:1' %s='n1:valkey://u:pw@b:2'".formatted(first, second));

    String message = refused(() -> ConfigurationException.throwIfAny(manager.given.unknown()));

    assertEquals(
        "%s=\"n1:valkey://***@b:2\": %s is set as well, and is the same attribute; leave one of them"
                .formatted(second, first)
            + " out",
        message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"pasword", "passwort", "userpass"})
  void checkWhenItMayBeThePasswordThenDoesNotShowIt(String name) {
    MemcachedSessionManager manager = manager(name + "='secret'");

    String message = refused(() -> ConfigurationException.throwIfAny(manager.given.unknown()));

    assertFalse(message.contains("secret"), message);
  }

  @Test
  void checkWhenTheAttributeMeantSomethingToOthersThenSaysOnceWhatToDo() {
    MemcachedSessionManager manager = manager("activeNodeIndex='1' maxInactiveInterval='60'");

    List<String> logged = warnings(manager.given::unknown);
    List<String> again = warnings(manager.given::unknown);

    assertEquals(
        List.of(
            "activeNodeIndex=\"1\" at <MemcachedSessionManager> does nothing: "
                + "the nodes of a session follow from its id; leave it out",
            "maxInactiveInterval=\"60\" at <MemcachedSessionManager> does nothing: "
                + "write <session-timeout> into web.xml"),
        logged);
    assertEquals(List.of(), again);
  }

  @Test
  void checkWhenAllAttributesAreThereThenAcceptsThem() {
    assertEquals(
        List.of(),
        manager("sticky='false' maxActiveSessions='5' persistAuthentication='false'")
            .given
            .unknown());
  }

  @Test
  void checkWhenAttributeOfSingleSignOnIsMisspeltThenNamesIt() {
    MemcachedSingleSignOn valve = signOn("memcachednodes='n1:x:1'");

    String message = refused(() -> ConfigurationException.throwIfAny(valve.given.unknown()));

    assertEquals(
        "memcachednodes=\"n1:x:1\": there is no such attribute; did you mean memcachedNodes?",
        message);
  }

  /** Tomcat takes it for false: no application would ask for the password again. */
  @ParameterizedTest
  @ValueSource(strings = {"yes", "1", ""})
  void checkWhenAFlagOfSingleSignOnIsNeitherTrueNorFalseThenNamesIt(String word) {
    MemcachedSingleSignOn valve = signOn("requireReauthentication='%s'".formatted(word));

    assertEquals(
        "requireReauthentication=\"%s\": use true or false".formatted(word),
        refused(() -> ConfigurationException.throwIfAny(valve.given.unknown())));

    valve.setRequireReauthentication("true");
    assertDoesNotThrow(() -> ConfigurationException.throwIfAny(valve.given.unknown()));
  }

  @ParameterizedTest
  @CsvSource({"true, true", "TRUE, true", "false, false"})
  void checkWhenAFlagOfSingleSignOnIsOneThenIsTaken(String word, boolean meant) {
    MemcachedSingleSignOn valve = signOn("requireReauthentication='%s'".formatted(word));

    assertDoesNotThrow(() -> ConfigurationException.throwIfAny(valve.given.unknown()));
    assertEquals(meant, valve.getRequireReauthentication());
  }

  private static MemcachedSingleSignOn signOn(String attributes) {
    return (MemcachedSingleSignOn) element(MemcachedSingleSignOn.class, attributes);
  }

  private static String refused(Executable action) {
    return String.valueOf(assertThrows(ConfigurationException.class, action).getMessage());
  }

  private static List<String> warnings(Runnable action) {
    List<String> warnings = new ArrayList<>();
    Logger logger = Logger.getLogger(GivenAttributes.class.getName());
    Handler handler =
        new Handler() {
          @Override
          public void publish(LogRecord entry) {
            warnings.add(MessageFormat.format(entry.getMessage(), entry.getParameters()));
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    logger.addHandler(handler);
    try {
      action.run();
    } finally {
      logger.removeHandler(handler);
    }
    return warnings;
  }

  private static MemcachedSessionManager manager(String attributes) {
    return (MemcachedSessionManager) element(MemcachedSessionManager.class, attributes);
  }

  private static Object element(Class<?> type, String attributes) {
    Digester digester = new Digester();
    digester.addObjectCreate("Element", type.getName(), "className");
    digester.addSetProperties("Element");
    String xml = "<Element className='%s' %s/>".formatted(type.getName(), attributes);
    return assertDoesNotThrow(() -> digester.parse(new InputSource(new StringReader(xml))));
  }
}
