package io.holdfast.benchmarks.modes;

import io.holdfast.benchmarks.load.Page;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Processor time per request that a mode shall cost at most, as a ratio to Tomcat's own manager.
 */
final class Aims {

  private static final Map<Mode, Map<Page, Double>> MOST =
      Map.of(
          Mode.STICKY_ASYNC, inOrder(1.03, 1.4, 1.5, 1.6, 1.3, 2.0),
          Mode.STICKY_SYNC, inOrder(1.03, 2.5, 2.5, 2.5, 1.3, 3.0),
          Mode.OPTIMISTIC, inOrder(1.03, 3.0, 3.0, 3.0, 3.0, 4.0));

  private Aims() {}

  /** The modes that have aims. */
  static Set<Mode> modes() {
    return MOST.keySet();
  }

  /** The aim; the mode must have some. */
  static double most(Mode mode, Page page) {
    Map<Page, Double> ofMode = Objects.requireNonNull(MOST.get(mode));
    return Objects.requireNonNull(ofMode.get(page));
  }

  /** One aim for each page. */
  private static Map<Page, Double> inOrder(double... aims) {
    Map<Page, Double> most = new EnumMap<>(Page.class);
    for (Page page : ModesMeasurement.PAGES) {
      most.put(page, aims[most.size()]);
    }
    return most;
  }
}
