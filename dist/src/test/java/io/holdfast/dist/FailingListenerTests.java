package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Listeners that fail. */
abstract class FailingListenerTests extends EventsTests {

  @InEachMode
  void listenersWhenTheyFailThenNothingElseDoes(Mode mode) {
    Witness plain = new Witness(PLAIN + "app");
    Witness failing = new Witness(mode.context("failing"));

    changeEverything(plain);
    changeEverything(failing);

    assertEquals(plain.replies(t1()), failing.replies(t1()));
  }

  @InEachMode
  void recordWhenAnAttributeFailsAsItIsRemovedThenIsWithoutIt(Mode mode) {
    Witness witness = new Witness(mode.context("failing"));
    witness.ask(t1(), "set/hearing?name=a&value=one", "set?name=user&value=ann");

    witness.ask(t1(), "remove?name=a");

    assertEquals(Map.of("user", "ann"), cluster().record(witness.visitor()).attributes());
  }

  @Test
  void sessionsWhenListenersFailThenAllEnd() {
    List<Witness> witnesses =
        Stream.of(
                "failing",
                "failing",
                Mode.NON_STICKY.context("failing"),
                Mode.NON_STICKY.context("failing"))
            .map(Witness::new)
            .toList();
    witnesses.forEach(
        witness ->
            witness.ask(
                t1(),
                "open/heard",
                "set/hearing?name=a&value=one",
                "set/hearing?name=b&value=two",
                "interval?value=1"));

    witnesses.forEach(witness -> awaitEnd(witness, 2, t1()));

    for (Witness witness : witnesses) {
      assertEquals(1, witness.count(t1(), "last destroyed [a=one/0, b=two/0]"));
      assertEquals(1, witness.count(t1(), "container 2 destroySession"));
      assertEquals(2, witness.count(t1(), "unbound"));
      Await.until("gone", () -> !cluster().isStored(witness.id()));
    }
  }

  @InEachMode
  void sessionsWhenAttributesFailAtTheStopThenAreThereAgain(Mode mode) {
    List<Witness> witnesses =
        Stream.generate(() -> new Witness(mode.context("failing"))).limit(3).toList();
    witnesses.forEach(
        witness ->
            witness.ask(
                t1(),
                "open/heard",
                "set/hearing?name=a&value=one",
                "set/hearing?name=b&value=two"));

    new ManagerApplication(t1()).command("reload?path=/" + mode.context("failing"));

    for (Witness witness : witnesses) {
      assertEquals("one/1", witness.ask(t1(), "get?name=a").get("value"));
      assertEquals("two/1", witness.ask(t1(), "get?name=b").get("value"));
    }
  }

  @InEachMode
  void sessionWhenListenersFailThenIsTakenOver(Mode mode) {
    Witness witness = new Witness(mode.context("failing"));
    witness.ask(t1(), "set/hearing?name=a&value=one");

    Map<String, String> answer = witness.ask(t2(), "get?name=a");

    assertEquals("one/0", answer.get("value"));
    assertEquals(takenOver(mode), witness.replies(t2()));
  }
}
