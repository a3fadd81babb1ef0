package io.holdfast.dist;

import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.ArrayList;
import java.util.List;

/**
 * A session with a login that was on one Tomcat, moved to another, and ends there; the first has
 * its copy yet. No client with one of its cookies may find it again.
 */
final class EndingSession {

  private final Visitor visitor;
  private final Visitor stale;

  private EndingSession(Visitor visitor, Visitor stale) {
    this.visitor = visitor;
    this.stale = stale;
  }

  /** Begins a session, with a login, on one Tomcat, and goes on with it on another. */
  static EndingSession begin(String context, TomcatProcess left, TomcatProcess owner) {
    Visitor visitor = new Visitor(context);
    visitor.insist(left, "user/login?name=ann&password=" + Secrets.PASSWORD);
    visitor.insist(left, "history/write?name=fruit&value=apple");
    Visitor stale = visitor.copy();
    Response moved = visitor.insist(owner, "history/write?name=drink&value=tea");
    Response who = visitor.insist(owner, "user/who");
    if (!moved.body().contains("found=true") || !who.body().contains("user=ann")) {
      throw new AssertionError("did not move: " + moved.body() + who.body() + owner.logs());
    }
    return new EndingSession(visitor, stale);
  }

  /** Logs out and ends it. */
  void end(TomcatProcess tomcat) {
    visitor.insist(tomcat, "user/end");
  }

  /** Where it is found although it has ended: with which cookie, on which Tomcats. */
  List<String> foundAt(List<TomcatProcess> tomcats) {
    List<String> found = new ArrayList<>();
    for (TomcatProcess tomcat : tomcats) {
      for (Visitor each : List.of(visitor, stale)) {
        String seen = seen(each.copy(), tomcat);
        if (!seen.equals("found=false, user=null")) {
          found.add(each + " at " + tomcat + ": " + seen);
        }
      }
    }
    return found;
  }

  /** The nodes that have a record of it; asks no Tomcat, which might learn something thereby. */
  List<String> foundIn(List<MemcachedNode> nodes) {
    return nodes.stream()
        .filter(MemcachedNode::isRunning)
        .filter(node -> StoredSession.of(node.probe().stored(Cluster.key(visitor.id()))) != null)
        .map(node -> visitor + " in " + node)
        .toList();
  }

  private static String seen(Visitor visitor, TomcatProcess tomcat) {
    String dump = visitor.insist(tomcat, "history/dump").body().strip().replace('\n', ' ');
    String user = Visitor.lines(visitor.insist(tomcat, "user/who")).get("user");
    return dump + ", user=" + user;
  }
}
