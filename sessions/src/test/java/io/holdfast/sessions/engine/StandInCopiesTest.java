package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.log.QuietLog;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Copies on a node that stands in for one of the session's own while that is away: it would show an
 * older state, or a session that has ended, once both own nodes have lost what they had.
 */
@Timeout(60)
@ExtendWith(QuietLog.class)
final class StandInCopiesTest {

  private static final int SEEDS = 200;
  private static final int STEPS = 100;

  /**
   * One node after the other is lost, and is back perhaps empty; Tomcats are killed, sessions end
   * and others follow. At least one Tomcat has the session when a node comes back.
   */
  @ParameterizedTest
  @CsvSource({"3, 2", "4, 2", "3, 1", "2, 1"})
  void readWhenOneNodeAfterTheOtherWasAwayThenIsTheLatestStateOrNone(int count, int copies) {
    int found = 0;
    for (int seed = 1; seed <= SEEDS; seed++) {
      found += new Run(seed, count, copies).perform();
    }
    assertTrue(found > SEEDS, () -> "nearly all are lost");
  }

  /** One order of events. */
  private static final class Run {

    private final Random random;
    private final Nodes nodes;
    private final int copies;
    private final List<ResyncingTomcat> tomcats = new ArrayList<>();
    private final List<String> history = new ArrayList<>();
    private ResyncingTomcat lastUsed;
    private @Nullable String away;
    private int started;
    private int sessions = 1;
    private int value;
    private boolean isThere;
    private int found;

    Run(int seed, int count, int copies) {
      this.random = new Random(seed);
      this.nodes =
          new Nodes(List.of("n1", "n2", "n3", "n4").subList(0, count).toArray(String[]::new));
      this.copies = copies;
      start();
      start();
      lastUsed = tomcats.get(0);
    }

    /** Returns how often the session was found. */
    int perform() {
      for (int step = 0; step < STEPS; step++) {
        switch (random.nextInt(20)) {
          case 0, 1, 2, 3, 4 -> change();
          case 5 -> end();
          case 6 -> kill();
          default -> node();
        }
      }
      return found;
    }

    private String session() {
      return "s" + sessions;
    }

    private void start() {
      ResyncingTomcat tomcat = new ResyncingTomcat("t" + ++started, nodes, copies);
      if (away != null) {
        tomcat.engine.health.watch(away).disconnected("no connection");
      }
      tomcats.add(tomcat);
    }

    private ResyncingTomcat any() {
      lastUsed = tomcats.get(random.nextInt(tomcats.size()));
      return lastUsed;
    }

    private void change() {
      ResyncingTomcat tomcat = any();
      if (!isThere) {
        sessions++;
        tomcat.create(session(), "v" + ++value);
        isThere = true;
        history.add("create v" + value);
        return;
      }
      Object seen = tomcat.read(session());
      history.add("read " + seen);
      if (seen == null) {
        tomcats.forEach(each -> each.engine.local.remove(session()));
        isThere = false;
        return;
      }
      assertEquals("v" + value, seen, this::toString);
      found++;
      tomcat.request(session(), "v" + ++value);
      tomcats.forEach(ResyncingTomcat::settle);
    }

    private void end() {
      ResyncingTomcat tomcat = any();
      if (isThere && tomcat.read(session()) != null) {
        history.add("end");
        tomcat.invalidate(session());
        tomcats.forEach(each -> each.engine.local.remove(session()));
        isThere = false;
        kill();
        for (int i = 0; i < 6; i++) {
          node();
        }
        for (ResyncingTomcat each : tomcats) {
          assertNull(each.read(session()), this::toString);
        }
      }
    }

    /** Kills all, or all but the one with the latest state while a node is away. */
    private void kill() {
      history.add("kill");
      tomcats.clear();
      if (away == null) {
        start();
        lastUsed = tomcats.get(0);
      } else {
        tomcats.add(lastUsed);
      }
      start();
    }

    private void node() {
      if (away == null) {
        away = nodes.ids().get(random.nextInt(nodes.ids().size()));
        history.add(away + " goes");
        nodes.get(away).failWith(Reason.UNAVAILABLE);
        String lost = away;
        tomcats.forEach(tomcat -> tomcat.misses(lost));
        return;
      }
      String back = away;
      away = null;
      boolean isEmpty = random.nextBoolean();
      history.add(back + " is back" + (isEmpty ? ", empty" : ""));
      if (isEmpty) {
        nodes.get(back).wipe();
      }
      nodes.get(back).heal();
      tomcats.forEach(tomcat -> tomcat.finds(back));
    }

    @Override
    public String toString() {
      return copies + " copies: " + String.join("; ", history);
    }
  }
}
