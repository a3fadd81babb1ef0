package io.holdfast.valkey;

import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.link.Exchange;
import io.holdfast.core.storage.link.WireCommand;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.function.Predicate;
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
  private final CommandBytes bytes;
  private final Meaning<T> meaning;
  private final boolean hasVersions;
  private ReplyReader reader;

  /** Sent in front of it, and answered on its own. */
  private @Nullable CommandBytes asking;

  private @Nullable Predicate<ReplyError> detour;
  private int replicas;
  private boolean isRead;

  /**
   * Creates a command.
   *
   * @param hasVersions whether the bytes of the reply are values
   */
  RespCommand(
      Exchange<T> exchange,
      ValkeyLink link,
      CommandBytes bytes,
      boolean hasVersions,
      Meaning<T> meaning) {
    this.exchange = exchange;
    this.link = link;
    this.bytes = bytes;
    this.meaning = meaning;
    this.hasVersions = hasVersions;
    this.reader = new ReplyReader(link.replies, hasVersions, link.longestValue());
  }

  /** Has a node that refuses it, and not for its key, count as lost: what it holds is unknown. */
  RespCommand<T> reading() {
    isRead = true;
    return this;
  }

  /** Has it count as done when so many replicas have what it wrote; 0 for at once. */
  RespCommand<T> confirmedBy(int itsReplicas) {
    replicas = itsReplicas;
    return this;
  }

  /**
   * Has some errors dealt with elsewhere.
   *
   * @param itsDetour returns whether it takes care of the operation from now on
   */
  RespCommand<T> otherwise(Predicate<ReplyError> itsDetour) {
    detour = itsDetour;
    return this;
  }

  /** Asks a server for a key that is just being moved to it. */
  RespCommand<T> asking() {
    asking = new CommandBytes("ASKING");
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
    CommandBytes first = asking;
    return (first == null || first.put(out, room)) && bytes.put(out, room);
  }

  @Override
  public boolean hear(ByteBuffer data) throws IOException {
    if (!reader.read(data)) {
      return false;
    }
    Object reply = reader.result();
    String foreign = reader.foreign();
    if (asking != null) {
      asking = null; // what follows is the answer
      reader = new ReplyReader(link.replies, hasVersions, link.longestValue());
      return hear(data);
    }
    if (reply instanceof ReplyError error) {
      refused(error);
    } else if (foreign != null) {
      noteAnswer();
      exchange.abandon(Reason.REFUSED, foreign);
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
    CommandBytes words =
        new CommandBytes("WAIT", Integer.toString(replicas), Long.toString(link.replicasMillis()));
    Meaning<T> confirmed =
        reply -> {
          if (!(reply instanceof Long confirmations)) {
            throw new ClassCastException("no number");
          }
          link.noteReplicas(confirmations >= replicas ? null : link.tooFew(replicas));
          return result;
        };
    link.send(
        exchange,
        again ->
            new RespCommand<>(exchange, again, words, false, confirmed)
                .otherwise(
                    error -> { // it is written
                      link.noteReplicas(error.description());
                      exchange.succeed(result);
                      return true;
                    }));
  }

  private void refused(ReplyError error) {
    noteAnswer();
    Predicate<ReplyError> elsewhere = detour;
    if (elsewhere != null && elsewhere.test(error)) {
      return;
    }
    if (error.isOfNode()) {
      exchange.abandon(Reason.UNAVAILABLE, error.description());
      link.endBecause(error.description());
    } else {
      exchange.abandon(
          isRead && !error.isOfKey() ? Reason.UNAVAILABLE : Reason.REFUSED, error.description());
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
