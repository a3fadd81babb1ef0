package io.holdfast.valkey;

import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.WireCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One command and its reply, which ends an {@link Exchange}. */
final class RespCommand<T extends @Nullable Object> implements WireCommand {

  /** What a reply means. */
  interface Meaning<T extends @Nullable Object> {

    /**
     * Reads a reply that is no error.
     *
     * @throws ClassCastException if this is no answer to the command
     */
    @Nullable T of(@Nullable Object reply);
  }

  private final Exchange<T> exchange;
  private final ValkeyLink link;
  private ByteBuffer bytes;
  private final Meaning<T> meaning;
  private final @Nullable Runnable withScript;
  private final boolean hasVersions;
  private ReplyReader reader;
  private boolean isAsking;
  private @Nullable Consumer<ReplyError> redirected;
  private int replicas;

  /**
   * Creates a command.
   *
   * @param hasVersions whether the bytes of the reply are values
   * @param withScript sends it again with its script; null if it has none
   */
  RespCommand(
      Exchange<T> exchange,
      ValkeyLink link,
      ByteBuffer bytes,
      boolean hasVersions,
      Meaning<T> meaning,
      @Nullable Runnable withScript) {
    this.exchange = exchange;
    this.link = link;
    this.bytes = bytes;
    this.meaning = meaning;
    this.withScript = withScript;
    this.hasVersions = hasVersions;
    this.reader = new ReplyReader(hasVersions, link.longestValue());
  }

  /** Has it count as done when so many replicas have what it wrote; 0 for at once. */
  RespCommand<T> confirmedBy(int itsReplicas) {
    replicas = itsReplicas;
    return this;
  }

  /**
   * Has a redirection to another server of the cluster followed: the consumer sends the command
   * there.
   */
  RespCommand<T> redirectedBy(Consumer<ReplyError> redirect) {
    redirected = redirect;
    return this;
  }

  /** Asks a server for a key that is just being moved to it. */
  RespCommand<T> asking() {
    ByteBuffer first = CommandBytes.of("ASKING");
    bytes = ByteBuffer.allocate(first.remaining() + bytes.remaining()).put(first).put(bytes).flip();
    isAsking = true;
    return this;
  }

  @Override
  public boolean begin(long unsentMillis) {
    if (exchange.isOver()) {
      exchange.abandon(Reason.TIMEOUT, "not sent in time"); // which gives its room back
      return false;
    }
    return true;
  }

  @Override
  public boolean put(ByteBuffer out, ByteBuffer room) {
    return WireCommand.move(bytes, out);
  }

  @Override
  public boolean hear(ByteBuffer data) throws IOException {
    if (!reader.read(data)) {
      return false;
    }
    Object reply = reader.result();
    if (isAsking) {
      isAsking = false; // what follows is the answer
      reader = new ReplyReader(hasVersions, link.longestValue());
      return hear(data);
    }
    if (reply instanceof ReplyError error) {
      refused(error);
    } else {
      answered(reply);
    }
    return true;
  }

  private void answered(@Nullable Object reply) throws IOException {
    noteAnswer();
    @Nullable T result;
    try {
      result = meaning.of(reply);
    } catch (ClassCastException e) {
      exchange.abandon(Reason.REFUSED, "the node answered something else");
      throw new IOException("the node answered something else", e);
    }
    if (replicas > 0 && link.waitsForReplicas()) {
      waitForReplicas(result);
    } else {
      exchange.succeed(result);
    }
  }

  /** The same connection waits: another one knows nothing of this write. */
  private void waitForReplicas(@Nullable T result) {
    String[] words = {"WAIT", Integer.toString(replicas), Long.toString(link.replicasMillis())};
    Meaning<T> confirmed =
        reply -> {
          link.noteReplicas(((Long) Objects.requireNonNull(reply)) >= replicas, replicas);
          return result;
        };
    link.send(
        exchange,
        again ->
            new RespCommand<>(exchange, again, CommandBytes.of(words), false, confirmed, null));
  }

  private void refused(ReplyError error) {
    noteAnswer();
    if (error.isUnknownScript() && withScript != null) {
      withScript.run();
    } else if (error.isRedirect() && redirected != null) {
      redirected.accept(error);
    } else if (error.isOfNode()) {
      exchange.abandon(Reason.UNAVAILABLE, error.description());
      link.endBecause(error.description());
    } else {
      exchange.abandon(Reason.REFUSED, error.description());
    }
  }

  /**
   * Notes an answer, unless it is late: a connection whose every answer is late may be one answer
   * behind for good, so its timeouts must go on counting.
   */
  private void noteAnswer() {
    if (exchange.isOver()) {
      link.noteLateAnswer();
    } else {
      link.noteAnswer();
    }
  }
}
