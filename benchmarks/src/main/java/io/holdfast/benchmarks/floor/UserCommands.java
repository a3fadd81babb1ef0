package io.holdfast.benchmarks.floor;

import io.holdfast.benchmarks.floor.BareConnections.Lines;
import io.holdfast.benchmarks.floor.BareConnections.Pending;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** The commands that requests of one user send to two nodes; for one thread. */
final class UserCommands {

  /** Bytes of a user's record. */
  static final int RECORD_BYTES = 600;

  private static final int[] FIRST = {0};
  private static final int[] SECOND = {1};
  private static final int[] BOTH = {0, 1};

  private final Lines lines;

  /** Asks for record and access key; the access key is never there, as after a change. */
  private final byte[] gets;

  /** Asks for a lease of 30 s, and for what {@link #gets} does: two answers. */
  private final byte[] getsLeased;

  private final byte[] release;
  private final byte[] set;
  private Pending copied = () -> {};

  UserCommands(int user, Lines lines) {
    this.lines = lines;
    String read = "gets record%d access%d\r\n".formatted(user, user);
    this.gets = ascii(read);
    this.getsLeased = ascii("add lease%d 0 30 16\r\n0123456789abcdef\r\n".formatted(user) + read);
    this.release = ascii("delete lease%d\r\n".formatted(user));
    this.set =
        ascii(
            "set record%d 0 0 %d\r\n%s\r\n"
                .formatted(user, RECORD_BYTES, "\0".repeat(RECORD_BYTES)));
  }

  /** Gets the record and its access key from both nodes; waits until both have answered. */
  void read() throws IOException {
    lines.send(gets, 1, BOTH).await();
  }

  /** The same, and asks both nodes for the user's lease in the same packet, before the record. */
  void readLeased() throws IOException {
    lines.send(getsLeased, 2, BOTH).await();
  }

  /** Gives the lease back on both nodes; returns before the answers come. */
  void release() throws IOException {
    var unused = lines.send(release, 1, BOTH);
  }

  /** Sets the record on the user's first node; waits until it is stored. */
  void write() throws IOException {
    lines.send(set, 1, FIRST).await();
  }

  /** Sets the record on the user's second node; returns before the answer comes. */
  void copy() throws IOException {
    copied = lines.send(set, 1, SECOND);
  }

  /** Waits until the last copy is stored. */
  void awaitCopy() throws IOException {
    copied.await();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
