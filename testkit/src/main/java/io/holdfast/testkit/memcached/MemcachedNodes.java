package io.holdfast.testkit.memcached;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Starts the best memcached that this machine has. */
public final class MemcachedNodes {

  /** System property and environment variable: {@code true} forbids the stand-in. */
  public static final String REQUIRE = "HOLDFAST_REQUIRE_MEMCACHED";

  private MemcachedNodes() {}

  /** Starts a node with memcached's own limits; see {@link #start(MemcachedLimits)}. */
  public static MemcachedNode start() {
    return start(MemcachedLimits.DEFAULT);
  }

  /**
   * Starts a memcached process if the program is on the PATH, otherwise an {@link
   * EmbeddedMemcached}; says once per virtual machine on standard output which of them it is.
   *
   * @throws IllegalStateException if there is no memcached and {@value #REQUIRE} is {@code true}
   */
  public static MemcachedNode start(MemcachedLimits limits) {
    if (isRealRequired() && !MemcachedProcess.isInstalled()) {
      throw new IllegalStateException(
          REQUIRE
              + " is true, but there is no memcached on the PATH: install it, or unset "
              + REQUIRE
              + " to run against the embedded stand-in");
    }
    return Choice.REAL ? MemcachedProcess.start(limits) : EmbeddedMemcached.start(limits);
  }

  /** Whether a run without the real program must fail. */
  static boolean isRealRequired() {
    return isTrue(System.getProperty(REQUIRE)) || isTrue(System.getenv(REQUIRE));
  }

  private static boolean isTrue(@Nullable String setting) {
    return setting != null && setting.toLowerCase(Locale.ROOT).equals("true");
  }

  /** Made, and told, when the first node is started. */
  private static final class Choice {

    static final boolean REAL = announce(MemcachedProcess.isInstalled());

    private static boolean announce(boolean real) {
      System.out.println(
          real
              ? "[holdfast] memcached: real processes of " + MemcachedProcess.executable()
              : "[holdfast] memcached: NOT INSTALLED, the embedded stand-in is used; "
                  + "kill and freeze are simulated");
      return real;
    }
  }
}
