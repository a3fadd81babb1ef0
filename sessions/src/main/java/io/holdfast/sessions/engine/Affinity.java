package io.holdfast.sessions.engine;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a request may use the instance of its session that is here without asking the
 * nodes. This is all that distinguishes sticky sessions from others before a request.
 *
 * <p>A sticky client is served by one Tomcat: what that Tomcat found, or stored, is still so. The
 * exceptions are those in which another Tomcat may have served it, or have ended its session: the
 * request carries the route of another Tomcat, the instance has ended, it lacks what another Tomcat
 * has stored meanwhile, as a save has found, or a node was lost or came back since the nodes were
 * asked. A mistake costs no change: each save replaces just the version that its instance has read
 * or written.
 */
public class Affinity {

  /** No moment: the nodes were not asked. */
  static final long NEVER = Long.MIN_VALUE;

  private final @Nullable LongSupplier changesOfNodes;

  /** For {@link #none} and {@link #sticky}, and for tests of wrong rules. */
  Affinity(@Nullable LongSupplier changesOfNodes) {
    this.changesOfNodes = changesOfNodes;
  }

  /** Each request asks the nodes: any Tomcat may have served its client since. */
  public static Affinity none() {
    return new Affinity(null);
  }

  /** A request asks the nodes only if its client may have been elsewhere, or they changed. */
  public static Affinity sticky(LongSupplier changesOfNodes) {
    return new Affinity(changesOfNodes);
  }

  /** Returns whether requests of a session come to one Tomcat as long as that runs. */
  boolean isSticky() {
    return changesOfNodes != null;
  }

  /** Returns whether it may give up its record's bytes: only if it serves its session alone. */
  boolean mayForget(InstanceState state) {
    return isSticky() && state.isStoredAsShown();
  }

  /** The moment at which the nodes are asked, or a session is created; for {@link #trusts}. */
  long moment() {
    return changesOfNodes == null ? NEVER : changesOfNodes.getAsLong();
  }

  /** Returns whether a request may use the instance as it is. */
  boolean trusts(SessionInstance here, boolean hasOwnRoute) {
    return changesOfNodes != null
        && hasOwnRoute
        && here.isLive()
        && !here.instanceAttributes().isAway()
        && here.instanceState().showsAllSince(changesOfNodes.getAsLong());
  }
}
