package io.holdfast.demo.shoppers;

import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Lets forty shoppers in, one run at a time, each run for a limited time. */
public final class Shoppers {

  /** How many shop at once. */
  public static final int COUNT = 40;

  /** How long a run lasts unless it is stopped. */
  public static final Duration DURATION = Duration.ofSeconds(60);

  private final URI shop;
  private final Duration duration;
  private @Nullable HttpClient client;
  private @Nullable ShoppingRun run;

  /**
   * Creates the shoppers; none asks before {@link #start}.
   *
   * @param shop the cart, behind the proxy
   */
  public Shoppers(URI shop) {
    this(shop, DURATION);
  }

  Shoppers(URI shop, Duration duration) {
    this.shop = shop;
    this.duration = duration;
  }

  /** Begins a run, with new sessions and counts from 0; does nothing while one has shoppers. */
  public synchronized void start() {
    if (tally().shoppers() > 0) {
      return;
    }
    HttpClient shared = client;
    if (shared == null) {
      shared = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
      client = shared;
    }
    run = ShoppingRun.start(shared, shop, duration);
  }

  /** Ends the run; requests that are on their way are still answered and counted. */
  public synchronized void stop() {
    if (run != null) {
      run.stop();
    }
  }

  /** The counts of the run, or of the last one. */
  public synchronized Tally tally() {
    return run == null ? Tally.NONE : run.tally();
  }
}
