package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.CapturedLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.model.Nodes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One session on several Tomcats at once, while each of their lines to the nodes is cut, loses
 * answers or is whole again, in random order with fixed seeds, and for longer than any record
 * remembers. Requests of one Tomcat overlap, so that it has several instances.
 *
 * <p>Every change was answered, and each Tomcat lives on: at the end all changes are there.
 */
@Timeout(120)
final class LinesModelTest {

  private static final int SEEDS = 60;
  private static final int STEPS = 150;
  private static final int MOST_OPEN = 4;
  private static final String SESSION = "s";

  private final CapturedLog crossed = new CapturedLog(CopyRepair.class);

  @AfterEach
  void releaseLog() {
    crossed.close();
  }

  @ParameterizedTest
  @CsvSource({
    "1, 2, ATTRIBUTE, 0",
    "1, 2, ATTRIBUTE, 1100",
    "2, 2, ATTRIBUTE, 0",
    "2, 2, SESSION, 0",
    "2, 3, ATTRIBUTE, 0",
    "2, 3, ATTRIBUTE, 1100"
  })
  void saveWhenLinesFailInAnyOrderThenNoAnsweredChangeIsLost(
      int nodes, int tomcats, Granularity granularity, int bulk) {
    long joined = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      Run run = new Run(seed, nodes, tomcats, granularity, bulk);
      for (int step = 0; step < STEPS; step++) {
        run.step();
      }
      run.mendAll();
      run.check();
      joined += run.joined();
    }
    if (nodes > 1) {
      assertNotEquals(0, joined, "no records ever crossed");
    }
  }

  private static final class Run {

    private final List<String> history = new ArrayList<>();
    private final Random random;
    private final Nodes nodes;
    private final List<Member> members = new ArrayList<>();

    /** What was answered, by attribute. */
    private final Map<String, Object> answered = new TreeMap<>();

    private int lastValue;

    Run(int seed, int nodeCount, int tomcats, Granularity granularity, int bulk) {
      history.add("seed %d, %d nodes, %s".formatted(seed, nodeCount, granularity));
      random = new Random(seed);
      nodes = new Nodes(List.of("n1", "n2").subList(0, nodeCount).toArray(String[]::new));
      for (int i = 1; i <= tomcats; i++) {
        members.add(new Member("t" + i, granularity));
      }
      EngineTomcat first = members.get(0).tomcat;
      FakeInstance session = first.create(SESSION);
      session.set("first", 0);
      answered.put("first", 0);
      if (bulk > 0) { // large enough for nodes to be asked for its version only
        session.set("bulk", "x".repeat(bulk));
        answered.put("bulk", "x".repeat(bulk));
      }
      first.end(session);
    }

    void step() {
      nodes.clock.advance(Duration.ofMillis(1));
      Member member = members.get(random.nextInt(members.size()));
      switch (random.nextInt(12)) {
        case 0, 1 -> member.begin();
        case 2, 3, 4 -> member.endOne();
        case 5, 6 -> member.shortRequest();
        case 7 -> member.become(CutLine.State.CUT);
        case 8 -> member.become(CutLine.State.MUTE);
        case 9, 10 -> member.become(CutLine.State.WHOLE);
        default -> member.tomcat.timer.advance(Duration.ofMillis(random.nextInt(400)));
      }
    }

    void mendAll() {
      note("mend all");
      members.forEach(Member::mend);
      for (Member member : members) {
        while (!member.open.isEmpty()) {
          member.endOne();
        }
      }
      for (int i = 0; i < 3; i++) {
        members.forEach(Member::returned);
      }
    }

    void check() {
      for (Member member : members) {
        FakeInstance session = member.tomcat.begin(SESSION);
        assertNotNull(session, this::toString);
        Map<String, Object> seen = new TreeMap<>();
        for (String name : session.instanceAttributes().keySet()) {
          seen.put(name, Objects.requireNonNull(session.get(name)));
        }
        member.tomcat.end(session);
        assertEquals(answered, seen, () -> member.name + ": " + this);
      }
    }

    long joined() {
      return members.stream().mapToLong(member -> member.tomcat.count(Metric.DIVERGENCES)).sum();
    }

    private void note(String what) {
      history.add(what);
    }

    @Override
    public String toString() {
      return String.join("; ", history);
    }

    /** One Tomcat with its lines and the requests that are at work there. */
    private final class Member {

      private final String name;
      private final Map<String, CutLine> lines = new LinkedHashMap<>();
      private final EngineTomcat tomcat;
      private final List<Open> open = new ArrayList<>();

      Member(String name, Granularity granularity) {
        this.name = name;
        nodes.stores().forEach((id, store) -> lines.put(id, new CutLine(store)));
        this.tomcat =
            EngineTomcat.repairing(
                new HashMap<>(lines), granularity, new Random(name.hashCode()), nodes.clock);
      }

      void begin() {
        if (open.size() < MOST_OPEN) {
          FakeInstance session = find();
          if (session != null) {
            String attribute = "a" + ++lastValue;
            session.set(attribute, lastValue);
            open.add(new Open(session, attribute, lastValue));
            note(name + " begins " + attribute);
          }
        }
      }

      void endOne() {
        if (!open.isEmpty()) {
          Open one = open.remove(random.nextInt(open.size()));
          SaveOutcome outcome = tomcat.end(one.session);
          answered.put(one.attribute, one.value);
          note(name + " ends " + one.attribute + " " + outcome);
        }
      }

      /** Overlaps with none but those that began before, which do not change this attribute. */
      void shortRequest() {
        FakeInstance session = find();
        if (session != null) {
          session.set("of " + name, ++lastValue);
          answered.put("of " + name, lastValue);
          note(name + " sets " + lastValue + " " + tomcat.end(session));
        }
      }

      /** The session, unless this Tomcat has never had it and cannot ask. */
      private @Nullable FakeInstance find() {
        FakeInstance session = tomcat.begin(SESSION);
        if (session == null) {
          note(name + " finds nothing");
        }
        return session;
      }

      void become(CutLine.State state) {
        List<String> ids = nodes.ids();
        String node = ids.get(random.nextInt(ids.size()));
        note("%s-%s %s".formatted(name, node, state));
        line(node).become(state);
        if (state == CutLine.State.WHOLE && !tomcat.health.isAvailable(node)) {
          tomcat.health.watch(node).succeeded();
          returned();
        }
      }

      void mend() {
        for (String node : nodes.ids()) {
          line(node).become(CutLine.State.WHOLE);
          tomcat.health.watch(node).succeeded();
        }
      }

      private CutLine line(String node) {
        return Objects.requireNonNull(lines.get(node));
      }

      /** What a Tomcat does when a node is there again. */
      void returned() {
        tomcat.shared.nodeReturned();
        for (FakeInstance session : List.copyOf(tomcat.local.values())) {
          EngineTomcat.now(tomcat.shared.repair(session));
        }
      }
    }

    private record Open(FakeInstance session, String attribute, int value) {}
  }
}
