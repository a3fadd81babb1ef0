package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import java.util.List;
import java.util.Map;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.LifecycleState;
import org.apache.catalina.util.LifecycleBase;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GivenAttributesTest {

  private final Component component = new Component();
  private final GivenAttributes given = new GivenAttributes(component, List.of(Setting.values()));

  @BeforeEach
  void give() {
    given.set(
        Map.of(
            Setting.MEMCACHED_NODES, "n1:localhost:1",
            Setting.OPERATION_TIMEOUT, "500",
            Setting.PASSWORD, "secret"));
  }

  @Test
  void setWhenNotStartedThenTakesAnyTextForTheStartToCheck() {
    given.set(Map.of(Setting.OPERATION_TIMEOUT, "abc"));

    assertEquals("abc", given.shown(Setting.OPERATION_TIMEOUT));
  }

  @ParameterizedTest
  @ValueSource(strings = {"abc", "600"})
  void setWhenRunningThenRefusesAndKeepsWhatHolds(String value) throws LifecycleException {
    component.start();

    IllegalStateException refusal =
        assertThrows(
            IllegalStateException.class, () -> given.set(Map.of(Setting.OPERATION_TIMEOUT, value)));

    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.startsWith("operationTimeout=\"" + value + "\": it cannot change"), message);
    assertEquals("500", given.shown(Setting.OPERATION_TIMEOUT));
  }

  /** The MBean of a manager with sticky sessions showed a minute, after which nothing happens. */
  @Test
  void inEffectWhenStickySessionsKeepTheirObjectsThenThatIsNever() {
    assertEquals("-1", given.inEffect(Setting.MAX_IDLE_DECODED));
    assertEquals("60", given.shown(Setting.MAX_IDLE_DECODED));
    given.set(Map.of(Setting.IDLE_OFFLOAD, "10m"));
    assertEquals("10m", given.inEffect(Setting.MAX_IDLE_DECODED));
    given.set(Map.of(Setting.MAX_IDLE_DECODED, "5m"));
    assertEquals("5m", given.inEffect(Setting.MAX_IDLE_DECODED));
  }

  @Test
  void inEffectWhenSessionsAreNotStickyThenObjectsGoAfterAMinute() {
    given.set(Map.of(Setting.STICKY, "false"));

    assertEquals("60", given.inEffect(Setting.MAX_IDLE_DECODED));
  }

  @Test
  void setWhenRunningAndNothingChangesThenIsAccepted() throws LifecycleException {
    component.start();

    assertDoesNotThrow(() -> given.set(Map.of(Setting.OPERATION_TIMEOUT, "500")));
    assertDoesNotThrow(() -> given.set(Map.of(Setting.STICKY, "true")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"secret", "guessed"})
  void setWhenRunningThenDoesNotTellWhetherAPasswordIsRight(String guess)
      throws LifecycleException {
    component.start();

    IllegalStateException refusal =
        assertThrows(IllegalStateException.class, () -> given.set(Map.of(Setting.PASSWORD, guess)));

    assertFalse(String.valueOf(refusal.getMessage()).contains(guess), refusal.getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "operationTimeout, abc, operationTimeout=\"abc\": use 1ms to 1h",
    "memcachedNodes, n1, memcachedNodes=\"n1\": \"n1\" is not a node",
    "failoverNodes, n9, failoverNodes=\"n9\": there is no node",
    "requestUriIgnorePattern, .*(, requestUriIgnorePattern=\".*(\": not a regular expression"
  })
  void setWhenTheStartHasFailedThenChecksWhatIsSet(
      Setting<?> setting, String value, String problem) {
    component.fails = true;
    assertThrows(LifecycleException.class, component::start);
    String before = given.shown(setting);

    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> given.set(Map.of(setting, value)));

    String message = String.valueOf(refusal.getMessage());
    assertTrue(message.startsWith(problem), message);
    assertEquals(before, given.shown(setting));
  }

  @Test
  void setWhenTheStartHasFailedThenTakesWhatIsRight() {
    component.fails = true;
    assertThrows(LifecycleException.class, component::start);

    given.set(Map.of(Setting.OPERATION_TIMEOUT, "600"));

    assertEquals("600", given.shown(Setting.OPERATION_TIMEOUT));
  }

  @Test
  void setWhenStoppedThenTakesWhatIsRight() throws LifecycleException {
    component.start();
    component.stop();

    given.set(Map.of(Setting.OPERATION_TIMEOUT, "600"));

    assertEquals("600", given.shown(Setting.OPERATION_TIMEOUT));
  }

  private static final class Component extends LifecycleBase {

    private boolean fails;

    @Override
    protected void initInternal() {}

    @Override
    protected void startInternal() throws LifecycleException {
      if (fails) {
        throw new LifecycleException("as asked");
      }
      setState(LifecycleState.STARTING);
    }

    @Override
    protected void stopInternal() throws LifecycleException {
      setState(LifecycleState.STOPPING);
    }

    @Override
    protected void destroyInternal() {}
  }
}
