package io.holdfast.sessions.explore;

import io.holdfast.core.config.Granularity;
import java.util.List;
import java.util.Set;

/**
 * What is played: who asks for what, and what may go wrong.
 *
 * @param site where it is played
 * @param clients whose requests run side by side
 * @param faults how many of them may happen in one play
 * @param kinds of faults that may happen
 * @param opening how it begins
 * @param stragglers whether a Tomcat may, once, store the sessions that are not where they should
 *     be
 * @param lapse how time passes
 */
record Scenario(
    Site site,
    List<List<Turn>> clients,
    int faults,
    Set<Fault> kinds,
    Opening opening,
    boolean stragglers,
    Lapse lapse) {

  /**
   * Tomcats and nodes.
   *
   * @param tomcats how many there are
   * @param nodes how many there are
   * @param copies how many nodes hold a session
   * @param granularity of the records
   * @param leased whether each request that raises the counter has the session to itself
   * @param background whether the sessions are sticky, and no request waits for its save: all
   *     clients come to the first Tomcat then
   */
  record Site(
      int tomcats,
      int nodes,
      int copies,
      Granularity granularity,
      boolean leased,
      boolean background) {}

  Scenario {
    clients = List.copyOf(clients);
    kinds = Set.copyOf(kinds);
  }

  /** Two nodes, two copies, no faults, no lease, no clients. */
  static Scenario of(int tomcats) {
    Site site = new Site(tomcats, 2, 2, Granularity.ATTRIBUTE, false, false);
    return new Scenario(site, List.of(), 0, Set.of(), Opening.SOUND, false, Lapse.NONE);
  }

  /** The same with clients. */
  @SafeVarargs
  @SuppressWarnings("varargs") // the lists are only read
  static Scenario of(List<Turn>... clients) {
    List<List<Turn>> all = List.of(clients);
    int tomcats = 1 + all.stream().flatMap(List::stream).mapToInt(Turn::tomcat).max().orElse(0);
    Scenario none = of(tomcats);
    return new Scenario(none.site, all, 0, Set.of(), Opening.SOUND, false, Lapse.NONE);
  }

  private Scenario on(Site other) {
    return new Scenario(other, clients, faults, kinds, opening, stragglers, lapse);
  }

  Scenario with(int faultsPerPlay, Fault... ofKinds) {
    Set<Fault> others = Set.of(ofKinds);
    return new Scenario(site, clients, faultsPerPlay, others, opening, stragglers, lapse);
  }

  Scenario on(int nodes, int copies) {
    return on(
        new Site(site.tomcats, nodes, copies, site.granularity, site.leased, site.background));
  }

  Scenario withLease() {
    return on(
        new Site(site.tomcats, site.nodes, site.copies, site.granularity, true, site.background));
  }

  Scenario in(Granularity other) {
    return on(new Site(site.tomcats, site.nodes, site.copies, other, site.leased, site.background));
  }

  Scenario beginning(Opening other) {
    return new Scenario(site, clients, faults, kinds, other, stragglers, lapse);
  }

  /** The same with a large session, see {@link Opening}. */
  Scenario large() {
    return beginning(opening.large());
  }

  Scenario withStragglers() {
    return new Scenario(site, clients, faults, kinds, opening, true, lapse);
  }

  /**
   * The same session with another interval, while time passes.
   *
   * @param interval in seconds
   * @param seconds that pass, one after the other
   */
  Scenario lasting(int interval, Integer... seconds) {
    Lapse other = new Lapse(interval, List.of(seconds));
    return new Scenario(site, clients, faults, kinds, opening, stragglers, other);
  }

  /** The same with sticky sessions, whose requests are answered before they are saved. */
  Scenario inBackground() {
    return on(new Site(site.tomcats, site.nodes, site.copies, site.granularity, site.leased, true));
  }
}
