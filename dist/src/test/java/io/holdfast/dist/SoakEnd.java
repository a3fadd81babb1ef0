package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedProbe.Stored;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A session that was on one Tomcat, moved to another and ends there while a fault lasts. No client
 * may find it again, whatever befalls the nodes later.
 */
final class SoakEnd {

  private final Mode mode;
  private final Visitor visitor;
  private final TomcatProcess owner;

  private SoakEnd(Mode mode, Visitor visitor, TomcatProcess owner) {
    this.mode = mode;
    this.visitor = visitor;
    this.owner = owner;
  }

  /** Begins the session, while all is well. */
  static SoakEnd begin(
      Mode mode, String context, TomcatProcess left, TomcatProcess owner, List<SoakNode> nodes) {
    Visitor visitor = new Visitor(context);
    visitor.ask(left, "set?name=fruit&value=apple");
    Await.until(
        visitor + " is stored",
        () -> nodes.stream().anyMatch(node -> node.stored(visitor.id()) != null));
    visitor.ask(owner, "set?name=drink&value=tea");
    return new SoakEnd(mode, visitor, owner);
  }

  /** Ends it; what was wrong with the answer, null if nothing. */
  @Nullable String end() {
    try {
      Response response = visitor.at(owner, "invalidate");
      return response.status() == 200 ? null : "the end of " + visitor + " answered " + response;
    } catch (UncheckedIOException e) {
      return "the end of " + visitor + " failed: " + e;
    }
  }

  /** Whether the nodes say that it has ended: a tombstone on each, or of a sticky one no record. */
  boolean isOver(List<SoakNode> nodes) {
    return nodes.stream().map(node -> node.item(visitor.id())).allMatch(this::isOver);
  }

  private boolean isOver(@Nullable Stored stored) {
    return stored == null ? mode == Mode.STICKY : StoredSession.of(stored) == null;
  }

  /** On which Tomcats it is all the same. */
  List<String> foundAt(List<TomcatProcess> tomcats) {
    return tomcats.stream()
        .filter(tomcat -> !"null".equals(visitor.copy().ask(tomcat, "peek").get("session")))
        .map(tomcat -> visitor + " has ended, and is at " + tomcat)
        .toList();
  }

  /** What each node holds, for a message. */
  String describe(List<SoakNode> nodes) {
    return visitor
        + " has ended, and "
        + nodes.stream()
            .map(node -> node + " holds " + Objects.toString(node.stored(visitor.id())))
            .toList();
  }
}
