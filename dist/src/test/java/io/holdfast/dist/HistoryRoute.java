package io.holdfast.dist;

import java.util.List;
import java.util.Random;

/** What a load balancer does with the requests of one session. */
final class HistoryRoute {

  private final HistoryMode mode;
  private final LinedCluster cluster;
  private final Random random;
  private volatile List<LinedTomcat> chosen;

  HistoryRoute(HistoryMode mode, LinedCluster cluster, long seed) {
    this.mode = mode;
    this.cluster = cluster;
    this.random = new Random(seed);
    this.chosen = mode == HistoryMode.STICKY ? one(cluster.serving()) : List.of();
  }

  /** Where requests may go now: sticky ones to one Tomcat, if it is there. */
  List<LinedTomcat> tomcats() {
    return mode == HistoryMode.STICKY
        ? chosen.stream().filter(LinedTomcat::isServing).toList()
        : cluster.serving();
  }

  /**
   * Perhaps chooses another Tomcat for a sticky session without a request on its way.
   *
   * @param calm whether a load balancer may do so with no need
   * @return whether the next request goes elsewhere
   */
  boolean next(boolean calm) {
    boolean mayStay = !tomcats().isEmpty() && (!calm || random.nextInt(3) == 0);
    if (mode != HistoryMode.STICKY || mayStay) {
      return false;
    }
    List<LinedTomcat> others =
        cluster.serving().stream().filter(tomcat -> !chosen.contains(tomcat)).toList();
    if (others.isEmpty()) {
      return false;
    }
    chosen = one(others);
    return true;
  }

  private List<LinedTomcat> one(List<LinedTomcat> of) {
    return of.isEmpty() ? of : List.of(of.get(random.nextInt(of.size())));
  }
}
