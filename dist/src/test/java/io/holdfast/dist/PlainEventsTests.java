package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What listeners hear where one Tomcat serves a session: what Tomcat's own manager tells them. */
abstract class PlainEventsTests extends EventsTests {

  @InEachMode
  void listenersWhenASessionChangesThenHearWhatTomcatTells(Mode mode) {
    Witness plain = new Witness(PLAIN + "app");
    Witness ours = new Witness(mode.context("app"));

    changeEverything(plain);
    changeEverything(ours);

    assertEquals(plain.replies(t1()), ours.replies(t1()));
    assertEquals(55, ours.replies(t1()).size(), () -> String.join("\n", ours.replies(t1())));
  }

  /** Tomcat (since 9.0.121, 10.1.58 and 11.0.25) takes the attribute back. */
  @InEachMode
  void listenersWhenASessionEndsWhileAnAttributeIsSetThenHearWhatTomcatTells(Mode mode) {
    Witness plain = new Witness(PLAIN + "app");
    Witness ours = new Witness(mode.context("app"));

    for (Witness witness : List.of(plain, ours)) {
      witness.ask(t1(), "set/hearing?name=a&value=one", "set/ending?name=b");
    }

    assertEquals(plain.replies(t1()), ours.replies(t1()));
    assertEquals(1, ours.count(t1(), "unbound ending"), () -> ours.replies(t1()).toString());
    assertEquals("false", peek(t1(), ours));
    assertEquals("false", peek(t2(), ours));
  }

  @Test
  void listenersWhenTimeIsUpThenHearWhatTomcatTells() {
    Witness plain = new Witness(PLAIN + "brief");
    Map<Mode, Witness> ours = witnesses("brief");

    List<Witness> all = with(ours, plain);
    all.forEach(
        witness ->
            witness.ask(
                t1(),
                "open/heard",
                "set/hearing?name=a&value=one",
                "set?name=user&value=ann",
                "interval?value=1"));
    all.forEach(witness -> awaitEnd(witness, 2, t1()));

    ours.values().forEach(witness -> assertEquals(plain.replies(t1()), witness.replies(t1())));
  }

  @Test
  void listenersWhenARequestFindsThatTimeIsUpThenHearWhatTomcatTells() {
    List<Witness> plain = List.of(new Witness(PLAIN + "app"), new Witness(PLAIN + "app"));
    List<Map<Mode, Witness>> ours = List.of(witnesses("app"), witnesses("app"));
    List<Duration> pauses = List.of(Duration.ofMillis(1_600), FORGOTTEN);
    List<List<Witness>> all =
        List.of(with(ours.get(0), plain.get(0)), with(ours.get(1), plain.get(1)));
    all.forEach(
        group ->
            group.forEach(
                witness -> witness.ask(t1(), "set/hearing?name=a&value=one", "interval?value=1")));
    long start = System.nanoTime();

    for (int i = 0; i < pauses.size(); i++) {
      awaitTime(start, pauses.get(i));
      all.get(i).forEach(witness -> assertEquals("false", peek(t1(), witness)));
    }

    for (int i = 0; i < pauses.size(); i++) {
      List<String> expected = plain.get(i).replies(t1());
      assertEquals(14, expected.size(), expected::toString);
      for (Witness witness : ours.get(i).values()) {
        assertEquals(expected, witness.replies(t1()), "after " + pauses.get(i) + ", " + witness);
      }
    }
  }

  @InEachMode
  void listenersWhenTheApplicationIsReloadedThenHearWhatTomcatTells(Mode mode) {
    Witness plain = new Witness(PLAIN + "app");
    Witness ours = new Witness(mode.context("app"));

    List<String> plainDeparture = reload(PLAIN + "app", plain);
    List<String> ourDeparture = reload(mode.context("app"), ours);

    assertEquals(plainDeparture, ourDeparture);
    assertEquals(plain.replies(t1()), ours.replies(t1()));
    assertTrue(ours.replies(t1()).contains("did activate one/1"), ours.replies(t1())::toString);
  }

  private List<String> reload(String context, Witness witness) {
    witness.ask(t1(), "open/heard", "set/hearing?name=a&value=one", "set?name=user&value=ann");
    new ManagerApplication(t1()).command("reload?path=/" + context);
    List<String> departure =
        witness.replies(t1()).stream().filter(event -> !event.startsWith("did activate")).toList();
    assertEquals("one/1", witness.ask(t1(), "get?name=a").get("value"));
    witness.ask(t1(), "set?name=user&value=bob", "invalidate");
    return departure;
  }

  @Test
  void attributeWhenNoRequestReadItHereThenIsNotToldThatItLeaves() {
    Witness witness = new Witness(Mode.NON_STICKY.context("app"));
    witness.ask(t1(), "set/hearing?name=a&value=one");
    witness.ask(t2(), "set?name=user&value=ann");

    new ManagerApplication(t2()).command("reload?path=/" + Mode.NON_STICKY.context("app"));

    assertEquals(
        List.of("first added user=ann", "failing added user=ann", "last added user=ann"),
        witness.replies(t2()));
    assertEquals("one/0", witness.ask(t2(), "get?name=a").get("value"));
  }
}
