package io.holdfast.testkit;

import java.util.Locale;

/**
 * Runs code as on a machine whose language is Persian, where {@code "%d".formatted(1)} is no ASCII
 * digit. What goes to a node must not depend on that.
 */
public final class Persian {

  private static final Locale PERSIAN = new Locale("fa", "IR");

  private Persian() {}

  /** Runs it; afterwards the language is the former one. All threads have it meanwhile. */
  public static void during(Runnable code) {
    Locale former = Locale.getDefault();
    Locale.setDefault(PERSIAN);
    try {
      code.run();
    } finally {
      Locale.setDefault(former);
    }
  }
}
