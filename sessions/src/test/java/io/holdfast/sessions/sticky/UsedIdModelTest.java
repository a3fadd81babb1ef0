package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.nonsticky.CutLine;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One id that session after session gets, over Tomcats that lose sight of nodes and answers of
 * nodes, in random order with fixed seeds. Each Tomcat keeps the copies that it has; what it could
 * not do is repeated at any time.
 *
 * <p>While a session lives that was stored without doubt, no Tomcat that can ask all nodes serves
 * one that had the id before; nor is what was stored of the newer one lost, whatever is stored or
 * deleted late. When it has ended, none is served that a Tomcat ended which had all nodes.
 */
@Timeout(120)
@ExtendWith(QuietLog.class)
final class UsedIdModelTest {

  private static final int STEPS = 60;
  private static final String BASE = "s";
  private static final String GENERATION = "generation";

  @ParameterizedTest
  @CsvSource({"2, 1, 1, 150", "2, 2, 1, 150", "2, 2, 2, 100", "3, 2, 1, 150", "3, 3, 2, 100"})
  void sessionWhenItsIdWasAnotherSessionsThenThatOneIsNotBack(
      int tomcats, int nodes, int copies, int seeds) {
    int ends = 0;
    for (int seed = 1; seed <= seeds; seed++) {
      try (Run run = new Run(seed, tomcats, nodes, copies)) {
        for (int step = 0; step < STEPS; step++) {
          run.step();
        }
        run.mendAll();
        run.check();
        run.repeatEverything();
        run.check();
        ends += run.generation;
      }
    }
    assertTrue(ends > seeds, "no id was used again");
  }

  private static final class Run implements AutoCloseable {

    private final List<String> history = new ArrayList<>();
    private final List<CutLine> lines = new ArrayList<>();

    /** What the newest session that was stored without doubt has. */
    private final Set<String> certain = new TreeSet<>();

    private final Set<String> pending = new TreeSet<>();

    /** Those that a Tomcat ended which had all nodes. */
    private final Set<Integer> ended = new TreeSet<>();

    private final Random random;
    private final Nodes nodes;
    private final List<OneTomcat> tomcats;
    private OneTomcat current;
    private FakeSession session;
    private int generation;
    private int certainGeneration;
    private boolean hasCertainEnded;
    private int lastValue;

    Run(int seed, int tomcatCount, int nodeCount, int copies) {
      history.add(
          "seed %d, %d Tomcats, %d nodes, %d copies"
              .formatted(seed, tomcatCount, nodeCount, copies));
      this.random = new Random(seed);
      this.nodes =
          new Nodes(
              IntStream.rangeClosed(1, nodeCount).mapToObj(i -> "n" + i).toArray(String[]::new));
      this.tomcats =
          IntStream.rangeClosed(1, tomcatCount).mapToObj(i -> tomcat("t" + i, copies)).toList();
      this.current = tomcats.get(0);
      this.session = begin();
      settle();
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
      switch (random.nextInt(12)) {
        case 0, 1 -> request();
        case 2, 3, 4 -> move();
        case 5, 6 -> again();
        case 7 -> repeatSomething();
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

    /** A new session of the next generation. */
    private FakeSession begin() {
      generation++;
      pending.clear();
      FakeSession begun = current.create(BASE);
      note("generation " + generation);
      current.request(begun, s -> s.set(GENERATION, generation));
      return begun;
    }

    /** The session ends, and its client gets another one with the same id, at once or later. */
    private void again() {
      FakeSession found = current.arrive(session);
      if (found != null) {
        session = found;
        int ending = generationOf(found.storableAttributes());
        note("end of " + ending);
        hasCertainEnded |= ending == certainGeneration;
        if (areWhole(current)) {
          ended.add(ending);
        }
        current.begin(session);
        current.invalidate(session);
        current.end(session);
      }
      if (random.nextBoolean()) {
        breakOrMend();
      }
      nodes.clock.advance(Duration.ofMillis(1));
      session = begin();
      settle();
    }

    private void request() {
      FakeSession found = current.arrive(session);
      if (found == null) {
        note("lost");
        assertTrue(!isAllWhole() || certainGeneration < generation, this::toString);
        nodes.clock.advance(Duration.ofMillis(1));
        session = begin();
      } else {
        if (generationOf(found.storableAttributes())
            != generationOf(session.storableAttributes())) {
          pending.clear();
        }
        session = found;
        judge(found);
        String name = "a" + ++lastValue;
        note("set " + name);
        current.request(session, s -> s.set(name, lastValue));
        pending.add(name);
      }
      settle();
    }

    /** What a Tomcat serves that is certain of it. */
    private void judge(FakeSession found) {
      int served = generationOf(found.storableAttributes());
      note("has " + served);
      if (!found.backupState().isUncertain() && isAllWhole()) {
        assertNotFormer(served);
      }
    }

    /**
     * A session that no Tomcat has ended may be back when the newer one has ended: nobody knew of
     * both.
     */
    private void assertNotFormer(int served) {
      assertTrue(
          served >= certainGeneration || (hasCertainEnded && !ended.contains(served)),
          this::toString);
    }

    private void settle() {
      current.settle();
      int here = generationOf(session.storableAttributes());
      boolean isCertain =
          !session.backupState().isUncertain() && !session.backupState().nodeIds().isEmpty();
      if (isCertain && here >= certainGeneration) {
        if (here > certainGeneration) {
          certain.clear();
          hasCertainEnded = false;
        }
        certainGeneration = here;
        certain.addAll(pending);
        pending.clear();
      }
    }

    private void move() {
      OneTomcat other = tomcats.get(random.nextInt(tomcats.size()));
      if (other == current) {
        return;
      }
      FakeSession taken = other.takeOver(BASE);
      if (taken == null) {
        return;
      }
      current = other;
      session = taken;
      pending.clear();
      note("move");
      request();
    }

    /** What Tomcats do by themselves, also with copies that stayed behind. */
    private void repeatSomething() {
      OneTomcat one = tomcats.get(random.nextInt(tomcats.size()));
      note("t" + (tomcats.indexOf(one) + 1) + " repeats");
      repeat(one);
    }

    private void repeat(OneTomcat one) {
      one.resync.repeatEnds();
      one.resync.stragglers();
      nodes.ids().forEach(one.resync::reconnected);
      one.settle();
    }

    void mendAll() {
      note("mend all");
      lines.forEach(line -> line.become(CutLine.State.WHOLE));
      proveWhole();
      tomcats.forEach(OneTomcat::settle);
      nodes.clock.advance(Duration.ofMillis(1));
      request();
      request();
    }

    void repeatEverything() {
      note("repeat all");
      for (OneTomcat tomcat : tomcats) {
        repeat(tomcat);
        if (tomcat != current) {
          List.copyOf(tomcat.sessions.values()).forEach(tomcat.service::containerStopping);
          tomcat.settle();
        }
      }
    }

    private boolean areWhole(OneTomcat tomcat) {
      int first = tomcats.indexOf(tomcat) * nodes.ids().size();
      return lines.subList(first, first + nodes.ids().size()).stream().allMatch(CutLine::isWhole);
    }

    private boolean isAllWhole() {
      return lines.stream().allMatch(CutLine::isWhole);
    }

    /**
     * All Tomcats find one session. It may be a later one that its Tomcat could not store until
     * now, for then the client has gone on with an earlier one; and an earlier one is deleted by
     * who ended the later.
     */
    void check() {
      int here = generationOf(session.storableAttributes());
      assertNotFormer(here);
      Set<Integer> found = new TreeSet<>();
      for (OneTomcat tomcat : tomcats) {
        RestoredSession loaded = tomcat.load(session.sessionId());
        if (loaded == null) {
          assertTrue(hasCertainEnded, this::toString);
          continue;
        }
        int there = generationOf(loaded.attributes());
        found.add(there);
        assertTrue(
            there >= here,
            () -> "%d at t%d: %s".formatted(there, tomcats.indexOf(tomcat) + 1, this));
        assertEquals(
            List.of(),
            there != certainGeneration || hasCertainEnded
                ? List.of()
                : missing(loaded.attributes()),
            this::toString);
      }
      assertTrue(found.size() <= 1, () -> found + ": " + this);
    }

    private List<String> missing(Map<String, Object> attributes) {
      return certain.stream().filter(name -> !attributes.containsKey(name)).toList();
    }

    private static int generationOf(Map<String, Object> attributes) {
      return attributes.get(GENERATION) instanceof Integer number ? number : 0;
    }

    private void note(String step) {
      history.add("t" + (tomcats.indexOf(current) + 1) + " " + step);
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
