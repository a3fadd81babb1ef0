package io.holdfast.demo.page;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.record.RecordHeader;
import io.holdfast.core.session.SessionId;
import io.holdfast.demo.server.ChildServer;
import io.holdfast.demo.server.Cluster;
import io.holdfast.demo.server.ServerKind;
import io.holdfast.demo.server.ServerState;
import io.holdfast.testkit.memcached.MemcachedProbe;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Asks each node itself, past all Tomcats, for the record of a session. */
final class RecordFinder {

  private final Cluster cluster;

  RecordFinder(Cluster cluster) {
    this.cluster = cluster;
  }

  /**
   * The records of the session, in the order of the nodes; a node that does not answer has none.
   */
  List<RecordOnNode> find(SessionId session) {
    List<RecordOnNode> found = new ArrayList<>();
    for (ChildServer node : cluster.servers(ServerKind.MEMCACHED)) {
      if (node.status().state() == ServerState.RUNNING) {
        headersOn(node, session).forEach(header -> found.add(new RecordOnNode(node.id(), header)));
      }
    }
    return found;
  }

  private static List<RecordHeader> headersOn(ChildServer node, SessionId session) {
    MemcachedProbe probe = new MemcachedProbe("127.0.0.1", node.port());
    try {
      return probe.keys().stream()
          .filter(key -> key.contains(session.base()))
          .map(probe::get)
          .filter(Objects::nonNull)
          .flatMap(bytes -> header(bytes).stream())
          .filter(header -> header.id().base().equals(session.base()))
          .toList();
    } catch (UncheckedIOException killedMeanwhile) {
      return List.of();
    }
  }

  /** What is stored beside the record, such as its times of access, is not a record. */
  private static List<RecordHeader> header(byte[] bytes) {
    try {
      return List.of(RecordCodec.peek(bytes));
    } catch (RecordException notOne) {
      return List.of();
    }
  }
}
