package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.sessions.model.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests of one session that run side by side for long, on one Tomcat and on many. */
final class SideBySideTest {

  /** More than a record remembers versions. */
  private static final int MANY = 20;

  private final Nodes nodes = new Nodes("n1", "n2");

  private EngineTomcat tomcat(int number, Granularity granularity) {
    return new EngineTomcat("t" + number, nodes, 2, granularity);
  }

  private static void createStored(EngineTomcat tomcat) {
    FakeInstance session = tomcat.create("s");
    session.set("fruit", "apple");
    tomcat.end(session);
  }

  private static Map<String, Object> attributes(EngineTomcat tomcat) {
    FakeInstance session = Objects.requireNonNull(tomcat.begin("s"));
    Map<String, Object> attributes = new TreeMap<>();
    for (String name : session.instanceAttributes().keySet()) {
      attributes.put(name, Objects.requireNonNull(session.get(name)));
    }
    tomcat.end(session);
    return attributes;
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenManyRecordsHavePassedThenTheChangesAreLaidOverTheLast(Granularity granularity) {
    EngineTomcat t1 = tomcat(1, granularity);
    EngineTomcat t2 = tomcat(2, granularity);
    createStored(t1);
    FakeInstance slow = Objects.requireNonNull(t1.begin("s"));
    Map<String, Object> expected = new TreeMap<>(Map.of("slow", "1"));

    for (int i = 0; i < MANY; i++) {
      String name = "other" + i;
      t2.request("s", s -> s.set(name, "2"));
      expected.put(name, "2");
    }
    slow.set("slow", "1");
    slow.removeAttribute("fruit");
    t1.end(slow);

    assertEquals(expected, attributes(t1));
    assertEquals(expected, attributes(t2));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenManyTomcatsSaveThenAllChangesAreThere(Granularity granularity) {
    List<EngineTomcat> tomcats =
        IntStream.range(0, MANY).mapToObj(number -> tomcat(number, granularity)).toList();
    createStored(tomcats.get(0));
    List<FakeInstance> instances =
        tomcats.stream().map(tomcat -> Objects.requireNonNull(tomcat.begin("s"))).toList();
    Map<String, Object> expected = new TreeMap<>(Map.of("fruit", "apple"));

    for (int i = 0; i < MANY; i++) {
      instances.get(i).set("of" + i, "1");
      tomcats.get(i).end(instances.get(i));
      expected.put("of" + i, "1");
    }

    for (EngineTomcat tomcat : tomcats) {
      assertEquals(expected, attributes(tomcat));
    }
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenRequestsOfOneInstanceSaveInTurnWithAnotherTomcatThenAllChangesAreThere(
      Granularity granularity) {
    EngineTomcat t1 = tomcat(1, granularity);
    EngineTomcat t2 = tomcat(2, granularity);
    t1.giveUpObjects();
    createStored(t1);
    List<FakeInstance> sideBySide =
        IntStream.range(0, MANY).mapToObj(i -> Objects.requireNonNull(t1.begin("s"))).toList();
    Map<String, Object> expected = new TreeMap<>(Map.of("fruit", "apple"));

    for (int i = 0; i < MANY; i++) {
      String here = "here" + i;
      String there = "there" + i;
      sideBySide.get(i).set(here, "1");
      t2.request("s", s -> s.set(there, "2"));
      t1.end(sideBySide.get(i));
      expected.put(here, "1");
      expected.put(there, "2");
    }

    assertEquals(1, sideBySide.stream().distinct().count());
    assertEquals(expected, attributes(t1));
    assertEquals(expected, attributes(t2));
  }

  /** Else the last waits for as many saves as there are requests. */
  @ParameterizedTest
  @EnumSource
  void saveWhenManyWaitForTheOneThatIsOnItsWayThenOneMoreIsForAllOfThem(Granularity granularity) {
    Map<String, CutLine> lines = new TreeMap<>();
    nodes.stores().forEach((node, store) -> lines.put(node, new CutLine(store)));
    EngineTomcat t1 = EngineTomcat.repairing(lines, granularity, new Random(1), nodes.clock);
    createStored(t1);
    List<FakeInstance> sideBySide =
        IntStream.range(0, MANY).mapToObj(i -> Objects.requireNonNull(t1.begin("s"))).toList();
    Map<String, Object> expected = new TreeMap<>(Map.of("fruit", "apple"));
    nodes.clearOperations();

    lines.values().forEach(line -> line.become(CutLine.State.SLOW));
    List<CompletableFuture<SaveOutcome>> ends = new ArrayList<>();
    for (int i = 0; i < MANY; i++) {
      sideBySide.get(i).set("of" + i, "1");
      ends.add(t1.endLater(sideBySide.get(i)));
      expected.put("of" + i, "1");
    }
    lines.values().forEach(line -> line.become(CutLine.State.WHOLE));

    assertEquals(2 * 2, nodes.count("store"), () -> nodes.operations().toString());
    ends.forEach(end -> assertEquals(SaveOutcome.SAVED, EngineTomcat.now(end)));
    assertEquals(expected, attributes(t1));
    assertEquals(expected, attributes(tomcat(2, granularity)));
  }

  /** As many writers would make a record forget whose changes are in it, and whose are not. */
  @ParameterizedTest
  @EnumSource
  void saveWhenManyHoldersOfTheLeaseHaveWrittenMeanwhileThenWhatNoNodeTookIsLaidOverTheirs(
      Granularity granularity) {
    Map<String, CutLine> lines = new TreeMap<>();
    nodes.stores().forEach((node, store) -> lines.put(node, new CutLine(store)));
    EngineTomcat t1 = EngineTomcat.repairing(lines, granularity, new Random(1), nodes.clock);
    EngineTomcat t2 = tomcat(2, granularity);
    createStored(t1);
    Map<String, Object> expected = new TreeMap<>(Map.of("fruit", "apple", "unstored", "1"));
    FakeInstance slow = Objects.requireNonNull(t1.begin("s"));
    slow.set("unstored", "1");
    lines.values().forEach(line -> line.become(CutLine.State.CUT));
    SaveOutcome outcome = t1.end(slow);
    FakeInstance withoutLease = Objects.requireNonNull(t2.begin("s"));

    for (int i = 0; i < MANY; i++) {
      String name = "leased" + i;
      FakeInstance leased = Objects.requireNonNull(EngineTomcat.now(t2.beginAloneLater("s")));
      leased.set(name, "2");
      t2.end(leased);
      expected.put(name, "2");
    }
    t2.end(withoutLease);
    lines.forEach(
        (node, line) -> {
          line.become(CutLine.State.WHOLE);
          t1.health.watch(node).succeeded();
        });

    assertEquals(SaveOutcome.FAILED, outcome);
    assertEquals(expected, attributes(t1));
    assertEquals(expected, attributes(t2));
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenOneRemovesWhatAnotherOfItsInstanceHasSetThenItIsGone(Granularity granularity) {
    EngineTomcat t1 = tomcat(1, granularity);
    EngineTomcat t2 = tomcat(2, granularity);
    createStored(t1);
    FakeInstance one = Objects.requireNonNull(t1.begin("s"));
    FakeInstance other = Objects.requireNonNull(t1.begin("s"));

    one.set("brief", "1");
    t2.request("s", s -> s.set("there", "2"));
    t1.end(one);
    Object seen = t2.read("s", "brief");
    t2.request("s", s -> s.set("there", "3"));
    other.removeAttribute("brief");
    t1.end(other);

    assertEquals("1", seen);
    assertNull(t1.read("s", "brief"));
    assertEquals(Map.of("fruit", "apple", "there", "3"), attributes(t2));
  }
}
