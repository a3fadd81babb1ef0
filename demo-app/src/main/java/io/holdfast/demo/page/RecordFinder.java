package io.holdfast.demo.page;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.demo.server.ServerKind;
import io.holdfast.demo.server.ServerState;
import io.holdfast.demo.server.ServerStatus;
import io.holdfast.testkit.memcached.MemcachedProbe;
import io.holdfast.testkit.valkey.ValkeyProcess;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks each node itself, past all Tomcats, for the record of a session. */
final class RecordFinder {

  /** As the shop's Manager forms them by default. */
  private static final StorageKeys KEYS = StorageKeys.parse("context", "localhost", "/shop", null);

  /** On Valkey a value begins with the version of its write. */
  private static final int VERSION_BYTES = 8;

  private RecordFinder() {}

  /**
   * Asks the nodes one after the other.
   *
   * @param nodes as they are now; those that are down hold nothing
   */
  static RecordsFound find(SessionId session, List<ServerStatus> nodes) {
    boolean complete = true;
    List<RecordOnNode> records = new ArrayList<>();
    List<String> tombstones = new ArrayList<>();
    for (ServerStatus node : nodes) {
      if (node.state() == ServerState.STARTING) {
        complete = false;
      } else if (node.state() == ServerState.RUNNING) {
        try {
          byte[] value = value(node, KEYS.keyOf(session));
          if (value != null && Tombstone.isTombstone(value)) {
            tombstones.add(node.id());
          } else if (value != null) {
            records.add(new RecordOnNode(node.id(), RecordCodec.peek(value)));
          }
        } catch (UncheckedIOException | RecordException unanswered) {
          complete = false;
        }
      }
    }
    return new RecordsFound(complete, records, tombstones);
  }

  private static byte @Nullable [] value(ServerStatus node, String key) {
    String[] address = node.address().split(":", 2);
    int port = Integer.parseInt(address[1]);
    if (node.kind() == ServerKind.MEMCACHED) {
      return new MemcachedProbe(address[0], port).get(key);
    }
    byte[] value = ValkeyProcess.valueAt(port, key);
    return value == null || value.length < VERSION_BYTES
        ? null
        : Arrays.copyOfRange(value, VERSION_BYTES, value.length);
  }
}
