package io.holdfast.core.discovery;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The discoveries that the web applications of one Tomcat share: one for all that ask for the same
 * in the same way. It begins with the first that uses it and ends with the last.
 */
public final class Discoveries {

  private final ScheduledExecutorService timer;
  private final Function<String, ExecutorService> threads;
  private final Map<Way, Shared> shared = new HashMap<>();

  /**
   * Creates it without any; {@code threads} makes an executor with one daemon thread by its name.
   */
  public Discoveries(ScheduledExecutorService timer, Function<String, ExecutorService> threads) {
    this.timer = timer;
    this.threads = threads;
  }

  /** What tells discoveries apart; never printed, since a password may be part of it. */
  private record Way(DiscoverySettings settings, @Nullable Object access) {}

  private static final class Shared {
    private final NodeDiscovery discovery;
    private int users;

    Shared(NodeDiscovery discovery) {
      this.discovery = discovery;
    }
  }

  /**
   * Begins to use one; {@code access} is what the lookup needs beside the settings, with equals.
   */
  public Use use(DiscoverySettings settings, @Nullable Object access, NodeLookup lookup) {
    Way way = new Way(settings, access);
    synchronized (shared) {
      Shared found = shared.get(way);
      if (found == null) {
        ExecutorService asker = threads.apply("discovery");
        found = new Shared(new NodeDiscovery(settings, lookup, timer, asker));
        found.discovery.ask();
        shared.put(way, found);
      }
      found.users++;
      return new Use(way, found);
    }
  }

  private void release(Way way, Shared used) {
    synchronized (shared) {
      used.users--;
      if (used.users > 0) {
        return;
      }
      shared.remove(way);
    }
    used.discovery.close();
  }

  /** One application's use. */
  public final class Use implements AutoCloseable {

    private final Way way;
    private final Shared used;
    private @Nullable Consumer<List<NodeAddress>> follower;
    private boolean closed;

    private Use(Way way, Shared used) {
      this.way = way;
      this.used = used;
    }

    /** The last answer, or null; waits for the first attempt to get one. */
    public @Nullable List<NodeAddress> found(Duration longest) {
      return used.discovery.found(longest);
    }

    /** Why there was no answer so far, for an operator. */
    public String trouble() {
      return used.discovery.trouble();
    }

    /** Passes each answer on from now on, on the thread that asks. */
    public synchronized void follow(Consumer<List<NodeAddress>> newFollower) {
      if (!closed) {
        follower = newFollower;
        used.discovery.follow(newFollower);
      }
    }

    @Override
    public synchronized void close() {
      if (closed) {
        return;
      }
      closed = true;
      if (follower != null) {
        used.discovery.leave(follower);
      }
      release(way, used);
    }
  }
}
