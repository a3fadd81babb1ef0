package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What an operator does with sessions, by the manager application and by JMX. */
abstract class OperatorTests extends ClusterTests {

  @InEachMode
  void managerApplicationWhenItShowsASessionThenWithItsAttributes(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "set?name=fruit&value=papaya");

    String page = new ManagerApplication(t1()).session(mode.context("app"), visitor.id());

    assertTrue(page.contains("fruit"), page);
    assertTrue(page.contains("papaya"), page);
  }

  @InEachMode
  void managerApplicationWhenASessionIsElsewhereThenItIsNotListed(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t2(), "set?name=fruit&value=apple");
    mode.visitor("app").ask(t1(), "info");

    String page = new ManagerApplication(t1()).sessions(mode.context("app"));

    assertFalse(page.contains(Cluster.key(visitor.id())), page);
  }

  @InEachMode
  void managerApplicationWhenItEndsIdleSessionsThenTheyEndInTheStoreWithTheirEvents(Mode mode) {
    Witness witness = new Witness(mode.context("told"));
    witness.ask(t1(), "set/hearing?name=a&value=one");

    new ManagerApplication(t1()).command("expire?path=/" + mode.context("told") + "&idle=0");

    Await.until("gone", () -> !cluster().isStored(witness.id()));
    assertEquals(1, witness.ends(t1(), t2()));
    assertEquals(1, witness.count(t1(), "unbound one"));
    assertEquals("false", peekAtT2(witness));
  }

  @Test
  void managerApplicationWhenAnIdleSessionIsUsedElsewhereThenItGoesOn() {
    Witness witness = new Witness(Mode.NON_STICKY.context("told"));
    witness.ask(t1(), "set?name=user&value=ann");
    witness.ask(t2(), "set?name=user&value=bob");

    new ManagerApplication(t1())
        .command("expire?path=/" + Mode.NON_STICKY.context("told") + "&idle=0");

    assertEquals(0, witness.ends(t1(), t2()));
    assertEquals("bob", witness.ask(t1(), "get?name=user").get("value"));
  }

  @InEachMode
  void expireSessionWhenTheSessionIsHereThenItEndsInTheStoreWithItsEvents(Mode mode) {
    Witness witness = new Witness(mode.context("told"));
    witness.ask(t1(), "set/hearing?name=a&value=one");

    try (ManagerBean bean = ManagerBean.of(t1(), mode.context("told"))) {
      bean.call("expireSession", witness.id());
    }

    Await.until("gone", () -> !cluster().isStored(witness.id()));
    assertEquals(1, witness.ends(t1(), t2()));
    assertEquals(1, witness.count(t1(), "unbound one"));
    assertEquals("false", peekAtT2(witness));
  }

  @Test
  void expireSessionWhenTheSessionIsInTheStoreThenItEndsForAllTomcats() {
    Witness witness = new Witness(Mode.NON_STICKY.context("told"));
    witness.ask(t1(), "set/hearing?name=a&value=one");

    try (ManagerBean bean = ManagerBean.of(t2(), Mode.NON_STICKY.context("told"))) {
      bean.call("expireSession", witness.id());
    }

    assertEquals(1, witness.count(t2(), "last destroyed"));
    assertEquals(1, witness.ends(t1(), t2()));
    assertEquals("false", witness.copy().ask(t1(), "peek").get("session"));
    assertEquals(1, witness.ends(t1(), t2()));
  }

  @Test
  void expireSessionWhenAStickySessionIsElsewhereThenItGoesOnAndTheLogSaysWhy() {
    Witness witness = new Witness("told");
    witness.ask(t1(), "set?name=user&value=ann");

    try (ManagerBean bean = ManagerBean.of(t2(), "told")) {
      bean.call("expireSession", witness.id());
    }

    assertEquals("ann", witness.ask(t1(), "get?name=user").get("value"));
    assertEquals(0, witness.ends(t1(), t2()));
    assertTrue(t2().logs().contains("this Tomcat does not have it"), t2().logs());
  }

  @InEachMode
  void sessionWhenAskedForByJmxThenShowsItsAttributesAndTimes(Mode mode) {
    Visitor visitor = mode.visitor("app");
    String created = visitor.ask(t1(), "set?name=fruit&value=papaya").get("created");

    try (ManagerBean bean = ManagerBean.of(t1(), mode.context("app"))) {
      assertEquals("papaya", bean.call("getSessionAttribute", visitor.id(), "fruit"));
      assertEquals(created, bean.call("getCreationTimestamp", visitor.id()).toString());
      assertTrue(bean.call("listSessionIds").toString().contains(visitor.id()));
    }
  }

  @InEachMode
  void settingWhenItWouldNotTakeEffectThenIsRefusedAndStaysAsItIs(Mode mode) {
    try (ManagerBean bean = ManagerBean.of(t1(), mode.context("app"))) {
      for (String value : List.of("abc", "2000")) {
        IllegalStateException refusal =
            assertThrows(IllegalStateException.class, () -> bean.set("operationTimeout", value));

        String message = String.valueOf(refusal.getMessage());
        assertTrue(
            message.startsWith("operationTimeout=\"" + value + "\": it cannot change while"),
            message);
        assertEquals("10000", bean.get("operationTimeout"));
      }
    }
  }

  @InEachMode
  void readingWhenAskedForByTheJmxProxyThenIsThere(Mode mode) {
    mode.visitor("app").ask(t1(), "set?name=fruit&value=apple");

    String answer = new ManagerApplication(t1()).attribute(mode.context("app"), "backupsStored");

    assertTrue(
        answer.matches("(?s)OK - Attribute get .* - backupsStored\\s*= [1-9][0-9]*"), answer);
  }

  private String peekAtT2(Witness witness) {
    return String.valueOf(witness.copy().ask(t2(), "peek").get("session"));
  }
}
