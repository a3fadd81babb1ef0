package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What tests of events have in common. */
abstract class EventsTests extends ClusterTests {

  static final String PLAIN = "plain-";

  /** How long Tomcat takes at most to end sessions whose time is up, where it looks each second. */
  static final Duration ENDED = Duration.ofSeconds(60);

  /** The time of the shortest session with all that may be added to it, in the store too. */
  static final Duration FORGOTTEN = Duration.ofMillis(4_500);

  final void changeEverything(Witness witness) {
    witness.ask(
        t1(),
        "open/heard",
        "set/hearing?name=a&value=one",
        "set/hearing?name=a&value=two",
        "set/same?name=a",
        "set?name=user&value=ann",
        "set?name=user&value=bob",
        "set/null?name=user",
        "remove?name=nothing",
        "remove?name=a",
        "set/hearing?name=b&value=three",
        "changeid",
        "set?name=b&value=text",
        "set?name=user&value=cid",
        "invalidate");
  }

  static Map<Mode, Witness> witnesses(String purpose) {
    Map<Mode, Witness> witnesses = new EnumMap<>(Mode.class);
    for (Mode mode : Mode.values()) {
      witnesses.put(mode, new Witness(mode.context(purpose)));
    }
    return witnesses;
  }

  static List<Witness> with(Map<Mode, Witness> ours, Witness plain) {
    return Stream.concat(ours.values().stream(), Stream.of(plain)).toList();
  }

  static String peek(TomcatProcess tomcat, Witness witness) {
    return String.valueOf(witness.ask(tomcat, "peek").get("session"));
  }

  static void awaitTime(long start, Duration pause) {
    Await.until(
        pause + " have passed",
        Duration.ofMinutes(1),
        () -> System.nanoTime() - start >= pause.toNanos());
  }

  /**
   * Waits until all has been told: the removal of the attributes is what listeners hear last.
   *
   * @param attributes how many the session has
   */
  static void awaitEnd(Witness witness, int attributes, TomcatProcess... tomcats) {
    Await.until(
        witness + " has ended",
        ENDED,
        () ->
            Stream.of(tomcats).mapToLong(tomcat -> witness.count(tomcat, "last removed")).sum()
                == attributes);
  }

  final int active(String purpose) {
    int active = 0;
    for (TomcatProcess tomcat : List.of(t1(), t2())) {
      for (Mode mode : Mode.values()) {
        Map<String, String> counters = new Visitor(mode.context(purpose)).ask(tomcat, "counters");
        active += Integer.parseInt(String.valueOf(counters.get("active")));
      }
    }
    return active;
  }

  static List<String> takenOver(Mode mode) {
    List<String> events = new ArrayList<>(mode == Mode.STICKY ? each("id changed") : List.of());
    events.add("did activate one/0");
    return events;
  }

  static List<String> each(String event) {
    return Stream.of("first ", "failing ", "last ").map(name -> name + event).toList();
  }

  static List<String> backwards(String event) {
    return Stream.of("last ", "failing ", "first ").map(name -> name + event).toList();
  }
}
