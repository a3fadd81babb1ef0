package io.holdfast.sessions.sticky;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.sticky.OneTomcat.Settings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * One session over two Tomcats whose nodes come and go, in random order with fixed seeds.
 *
 * <p>After every step: while one node that holds what was acknowledged answers, the other Tomcat
 * finds exactly that; while any node answers, the session is stored.
 */
@Timeout(120)
@ExtendWith(QuietLog.class)
final class FailoverResultModelTest {

  private static final int SEEDS = 20;
  private static final int STEPS = 80;

  @ParameterizedTest
  @CsvSource({"1, 1", "2, 1", "2, 2", "3, 1", "3, 2"})
  void loadWhenAnythingHappenedThenTheOtherTomcatSeesWhatWasAcknowledged(int nodes, int copies) {
    for (int seed = 1; seed <= SEEDS; seed++) {
      try (Run run = new Run(seed, nodes, copies)) {
        for (int step = 0; step < STEPS; step++) {
          run.step();
          run.check();
        }
      }
    }
  }

  private static final class Run implements AutoCloseable {

    private final List<String> history = new ArrayList<>();
    private final Random random;
    private final Nodes nodes;
    private final List<OneTomcat> tomcats;
    private final Set<String> away = new TreeSet<>();
    private OneTomcat current;
    private FakeSession session;
    private int lastValue;

    Run(int seed, int nodeCount, int copies) {
      history.add("seed %d, %d nodes, %d copies".formatted(seed, nodeCount, copies));
      this.random = new Random(seed);
      this.nodes =
          new Nodes(
              IntStream.rangeClosed(1, nodeCount).mapToObj(i -> "n" + i).toArray(String[]::new));
      Settings settings = Settings.SYNC.withCopies(copies);
      this.tomcats =
          List.of(new OneTomcat("t1", nodes, settings), new OneTomcat("t2", nodes, settings));
      this.current = tomcats.get(0);
      this.session = current.create("s" + seed);
      request();
    }

    void step() {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> request();
        case 3, 4 -> move();
        case 5 -> lose(true);
        case 6 -> lose(false);
        case 7, 8 -> comeBack();
        default -> rest();
      }
    }

    private void request() {
      nodes.clock.advance(Duration.ofMillis(1));
      FakeSession found = current.arrive(session);
      assertNotNull(found, this::toString);
      session = found;
      switch (random.nextInt(4)) {
        case 0 -> {
          note("read");
          current.request(session, s -> s.get("value"));
        }
        case 1 -> {
          note("set");
          current.request(session, s -> s.set("value", listOf(++lastValue)));
        }
        case 2 -> {
          note("new id");
          current.request(session, s -> current.changeId(s, s.sessionId().base() + "x"));
        }
        default -> {
          note("change in place");
          current.request(session, s -> change(s, ++lastValue));
        }
      }
    }

    private void move() {
      if (!canBeLoaded()) {
        return;
      }
      current = other();
      note("move");
      FakeSession taken = current.takeOver(session.sessionId().base());
      assertNotNull(taken, this::toString);
      assertEquals(valueOf(session), valueOf(taken), this::toString);
      session = taken;
      request();
    }

    /** A node stops answering; if that is not noticed at once, operations on it fail first. */
    private void lose(boolean noticed) {
      String node = anyNode();
      if (!away.add(node)) {
        return;
      }
      note((noticed ? "lose " : "lose unnoticed ") + node);
      nodes.get(node).failWith(Reason.TIMEOUT);
      if (noticed) {
        shuffled().forEach(tomcat -> tomcat.health.disconnected(node));
        shuffled().forEach(OneTomcat::settle);
      }
    }

    /** A node answers again, with what it held or without; or it was started anew in no time. */
    private void comeBack() {
      String node = anyNode();
      boolean empty = random.nextBoolean();
      boolean wasAway = away.remove(node);
      if (!wasAway && !empty) {
        return;
      }
      note((empty ? "return empty " : "return ") + node);
      nodes.get(node).heal();
      if (empty) {
        nodes.get(node).wipe();
      }
      for (OneTomcat tomcat : shuffled()) {
        if (tomcat.health.isAvailable(node)) {
          tomcat.resync.reconnected(node);
        } else {
          tomcat.health.succeeded(node);
        }
      }
      shuffled().forEach(OneTomcat::settle);
    }

    private void rest() {
      note("rest");
      nodes.clock.advance(Duration.ofSeconds(random.nextInt(300)));
      request();
    }

    void check() {
      if (canBeLoaded()) {
        RestoredSession loaded = other().load(session.sessionId());
        assertNotNull(loaded, this::toString);
        assertEquals(valueOf(session), loaded.attributes().get("value"), this::toString);
      }
      if (away.isEmpty()) {
        current.settle();
        assertFalse(session.backupState().nodeIds().isEmpty(), () -> "not stored: " + this);
      }
    }

    private boolean canBeLoaded() {
      return session.backupState().nodeIds().stream().anyMatch(node -> !away.contains(node));
    }

    private OneTomcat other() {
      return tomcats.get(current == tomcats.get(0) ? 1 : 0);
    }

    private String anyNode() {
      return nodes.ids().get(random.nextInt(nodes.ids().size()));
    }

    private List<OneTomcat> shuffled() {
      List<OneTomcat> order = new ArrayList<>(tomcats);
      Collections.shuffle(order, random);
      return order;
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

  private static List<Integer> listOf(int value) {
    return new ArrayList<>(List.of(value));
  }

  @SuppressWarnings("unchecked")
  private static void change(FakeSession session, int value) {
    Object list = session.get("value");
    if (list == null) {
      session.set("value", listOf(value));
    } else {
      ((List<Integer>) list).set(0, value);
    }
  }

  private static @Nullable Object valueOf(FakeSession session) {
    return session.storableAttributes().get("value");
  }
}
