package io.holdfast.testkit.memcached;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Starts the best memcached that this machine has. */
public final class MemcachedNodes {

  /** System property and environment variable: {@code true} forbids the stand-in. */
  public static final String REQUIRE = "HOLDFAST_REQUIRE_MEMCACHED";

  /** System property: the file that a run with the stand-in leaves. */
  public static final String STAND_IN_NOTE = "holdfast.standInNote";

  private MemcachedNodes() {}

  /** Starts a node with memcached's own limits; see {@link #start(MemcachedLimits)}. */
  public static MemcachedNode start() {
    return start(MemcachedLimits.DEFAULT);
  }

  /**
   * Starts a memcached process if the program is on the PATH, otherwise an {@link
   * EmbeddedMemcached}; prints once per virtual machine which of them it is, and writes the file
   * that {@value #STAND_IN_NOTE} names if it is the stand-in.
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

  /** Returns whether a run without the real program must fail. */
  static boolean isRealRequired() {
    return isTrue(System.getProperty(REQUIRE)) || isTrue(System.getenv(REQUIRE));
  }

  private static boolean isTrue(@Nullable String setting) {
    return setting != null && setting.toLowerCase(Locale.ROOT).equals("true");
  }

  /** Made and printed when the first node is started. */
  private static final class Choice {

    static final boolean REAL = announce(MemcachedProcess.isInstalled());

    private static boolean announce(boolean real) {
      System.out.println(
          real
              ? "[holdfast] memcached: real processes of " + MemcachedProcess.executable()
              : "[holdfast] memcached: NOT INSTALLED, the embedded stand-in is used; "
                  + "kill and freeze are simulated");
      if (!real) {
        leaveNote(System.getProperty(STAND_IN_NOTE));
      }
      return real;
    }

    private static void leaveNote(@Nullable String file) {
      if (file == null) {
        return;
      }
      Path note = Path.of(file);
      Path directory = note.getParent();
      try {
        if (directory != null) {
          Files.createDirectories(directory);
        }
        Files.writeString(note, "The embedded memcached stood in for the real one.\n");
      } catch (IOException e) {
        throw new UncheckedIOException("Cannot write " + note, e);
      }
    }
  }
}
