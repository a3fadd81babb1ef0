package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.nonsticky.CutLine;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One session over two Tomcats, each of which loses sight of nodes by itself, in random order with
 * fixed seeds. The client moves at any time, also to a Tomcat that has an older copy and cannot ask
 * the node that has the newer one.
 *
 * <p>What was stored without doubt is never lost, whatever is served and written meanwhile. What
 * was changed in doubt is there as well, once the doubt has ended without the client moving on.
 */
@Timeout(120)
@ExtendWith(QuietLog.class)
final class UncertaintyModelTest {

  private static final int STEPS = 60;

  @ParameterizedTest
  @CsvSource({"1, 1, 60", "2, 1, 400", "2, 2, 60", "3, 1, 100", "3, 2, 60"})
  void sessionWhenTomcatsCannotAskAllNodesThenNothingStoredIsOverwritten(
      int nodes, int copies, int seeds) {
    long joined = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      try (Run run = new Run(seed, nodes, copies)) {
        for (int step = 0; step < STEPS; step++) {
          run.step();
        }
        run.mendAll();
        run.check();
        joined += run.joined();
      }
    }
    assertNotNull(joined == 0 ? null : joined, "no doubt ever ended with a newer record");
  }

  private static final class Run implements AutoCloseable {

    private final List<String> history = new ArrayList<>();
    private final List<CutLine> lines = new ArrayList<>();
    private final Map<String, Integer> certain = new TreeMap<>();
    private final Map<String, Integer> pending = new TreeMap<>();
    private final Random random;
    private final Nodes nodes;
    private final List<OneTomcat> tomcats;
    private OneTomcat current;
    private FakeSession session;
    private int lastValue;
    private boolean isMended;

    Run(int seed, int nodeCount, int copies) {
      history.add("seed %d, %d nodes, %d copies".formatted(seed, nodeCount, copies));
      this.random = new Random(seed);
      this.nodes =
          new Nodes(
              IntStream.rangeClosed(1, nodeCount).mapToObj(i -> "n" + i).toArray(String[]::new));
      this.tomcats = Stream.of("t1", "t2").map(route -> tomcat(route, copies)).toList();
      this.current = tomcats.get(0);
      this.session = current.create("s" + seed);
      request();
    }

    private OneTomcat tomcat(String route, int copies) {
      return new OneTomcat(
          route,
          nodes,
          Settings.SYNC.withCopies(copies),
          (node, store) -> {
            CutLine line = new CutLine(store);
            lines.add(line);
            return line;
          });
    }

    void step() {
      nodes.clock.advance(Duration.ofMillis(1));
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> request();
        case 3, 4, 5 -> move();
        default -> breakOrMend();
      }
    }

    private void breakOrMend() {
      switch (random.nextInt(4)) {
        case 0 -> become(CutLine.State.CUT);
        case 1 -> become(CutLine.State.MUTE);
        default -> become(CutLine.State.WHOLE);
      }
    }

    /** Reads, or changes an attribute that no other request changes. */
    private void request() {
      FakeSession found = current.arrive(session);
      assertNotNull(found, this::toString);
      session = found;
      current.begin(session);
      if (!isMended && random.nextInt(3) == 0) {
        breakOrMend(); // both Tomcats conclude what that makes possible, while the request runs
      }
      if (!isMended && random.nextInt(4) == 0) {
        note("read");
        current.end(session);
      } else {
        String name = "a" + ++lastValue;
        note("set " + name);
        session.set(name, lastValue);
        current.end(session);
        pending.put(name, lastValue);
      }
      settle();
    }

    private void settle() {
      current.settle();
      if (!session.backupState().isUncertain() && !session.backupState().nodeIds().isEmpty()) {
        certain.putAll(pending);
        pending.clear();
      }
    }

    /** What was not stored without doubt stays behind, perhaps for good. */
    private void move() {
      OneTomcat other = tomcats.get(current == tomcats.get(0) ? 1 : 0);
      FakeSession taken = other.takeOver(session.sessionId().base());
      if (taken == null) {
        return;
      }
      current = other;
      session = taken;
      pending.clear();
      note("move");
      request();
    }

    private void become(CutLine.State state) {
      int index = random.nextInt(lines.size());
      note("line " + index + " " + state);
      lines.get(index).become(state);
      if (state == CutLine.State.WHOLE) {
        proveWhole();
      }
      tomcats.forEach(OneTomcat::settle);
    }

    /** What the prober does. */
    private void proveWhole() {
      for (int i = 0; i < lines.size(); i++) {
        OneTomcat tomcat = tomcats.get(i / nodes.ids().size());
        String node = nodes.ids().get(i % nodes.ids().size());
        if (lines.get(i).isWhole() && !tomcat.health.isAvailable(node)) {
          tomcat.health.succeeded(node);
        }
      }
    }

    void mendAll() {
      note("mend all");
      lines.forEach(line -> line.become(CutLine.State.WHOLE));
      proveWhole();
      tomcats.forEach(OneTomcat::settle);
      nodes.clock.advance(Duration.ofMillis(1));
      isMended = true;
      request();
      request();
    }

    void check() {
      OneTomcat other = tomcats.get(current == tomcats.get(0) ? 1 : 0);
      RestoredSession loaded = other.load(session.sessionId());

      assertNotNull(loaded, this::toString);
      assertEquals(Map.of(), pending, this::toString);
      assertEquals(missing(session.storableAttributes()), List.of(), this::toString);
      assertEquals(missing(loaded.attributes()), List.of(), this::toString);
    }

    private List<String> missing(Map<String, Object> attributes) {
      return certain.keySet().stream().filter(name -> !attributes.containsKey(name)).toList();
    }

    long joined() {
      return tomcats.stream().mapToLong(tomcat -> tomcat.count(Metric.DIVERGENCES)).sum();
    }

    private void note(String step) {
      history.add((current == tomcats.get(0) ? "t1 " : "t2 ") + step);
    }

    @Override
    public void close() {
      tomcats.forEach(OneTomcat::close);
    }

    @Override
    public String toString() {
      return String.join("; ", history);
    }
  }
}
