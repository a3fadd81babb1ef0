package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredPair;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.Exchange;
import java.util.Map;
import java.util.Set;
import net.spy.memcached.ops.DeleteOperation;
import net.spy.memcached.ops.GetsOperation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.ops.StoreOperation;
import org.jspecify.annotations.Nullable;

/**
 * Takes the client library's result of one operation. The library may report twice: when it gives
 * up and when the late answer comes; the first report counts.
 */
abstract class Answer<T extends @Nullable Object> {

  /** Part of the error line for a value that is too large, in the text protocol. */
  private static final String TOO_LARGE = "object too large";

  private final Exchange<T> exchange;
  private final NodeLink link;
  private @Nullable OperationStatus status;

  Answer(Exchange<T> exchange, NodeLink link) {
    this.exchange = exchange;
    this.link = link;
  }

  /** Returns whether the operation expects this status. */
  abstract boolean isExpected(StatusCode code);

  /** What an expected status means. */
  abstract @Nullable T meaningOf(StatusCode code);

  public final void receivedStatus(OperationStatus received) {
    status = received;
  }

  public final void complete() {
    OperationStatus said = status;
    StatusCode code = said == null ? StatusCode.CANCELLED : said.getStatusCode();
    if (said == null || code == StatusCode.CANCELLED) {
      link.abandon(exchange);
      return;
    }
    if (code == StatusCode.TIMEDOUT) {
      exchange.abandon(Reason.TIMEOUT, "not sent in time");
      return;
    }
    if (isForAnother(said)) {
      exchange.abandon(Reason.REFUSED, "the node answered something else");
      link.end();
    } else if (isExpected(code)) {
      noteAnswer();
      exchange.succeed(meaningOf(code));
    } else {
      String line = said.getMessage() == null ? code.toString() : said.getMessage();
      if (RefusedWrite.isToldBy(line)) {
        noteAnswer();
      } else {
        link.noteRefusal();
      }
      boolean tooLarge = code == StatusCode.ERR_2BIG || line.contains(TOO_LARGE);
      exchange.abandon(tooLarge ? Reason.TOO_LARGE : Reason.REFUSED, "the node answered " + line);
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

  /**
   * Returns whether it answers another operation, so that no later answer on this connection fits.
   */
  boolean isForAnother(OperationStatus said) {
    return false;
  }

  /** The answer to a question that only asks for a sign of life. */
  static final class Alive extends Answer<Boolean> implements OperationCallback {

    Alive(Exchange<Boolean> exchange, NodeLink link) {
      super(exchange, link);
    }

    @Override
    boolean isExpected(StatusCode code) {
      return true;
    }

    @Override
    Boolean meaningOf(StatusCode code) {
      return true;
    }
  }

  /** The answer to a read. */
  static final class Loaded extends Answer<@Nullable StoredValue>
      implements GetsOperation.Callback {

    private final String key;
    private final NodeLink versions;
    private @Nullable StoredValue value;
    private boolean isForAnotherKey;

    Loaded(String key, Exchange<@Nullable StoredValue> exchange, NodeLink link) {
      super(exchange, link);
      this.key = key;
      this.versions = link;
    }

    @Override
    public void gotData(String answeredKey, int flags, long cas, byte[] data) {
      isForAnotherKey = !key.equals(answeredKey);
      value = new StoredValue(data, versions.versionOf(cas));
    }

    /** A value of another key would be the session of another user. */
    @Override
    boolean isForAnother(OperationStatus said) {
      return isForAnotherKey;
    }

    @Override
    boolean isExpected(StatusCode code) {
      return code == StatusCode.SUCCESS || code == StatusCode.ERR_NOT_FOUND;
    }

    @Override
    @Nullable StoredValue meaningOf(StatusCode code) {
      return value;
    }
  }

  /** The answer to a read of two values, the first perhaps only if it has changed. */
  static final class Pair extends Answer<PairAnswer> implements VersionedGets.Callback {

    private final String key;
    private final String besideKey;
    private final KnownValue known;
    private final NodeLink versions;
    private @Nullable StoredValue value;
    private @Nullable StoredValue beside;
    private boolean isForAnotherKey;
    private boolean isCompared;
    private boolean isThere;
    private long version;

    /**
     * Takes the answer.
     *
     * @param known the value that need not be sent
     */
    Pair(
        String key,
        String besideKey,
        KnownValue known,
        Exchange<PairAnswer> exchange,
        NodeLink link) {
      super(exchange, link);
      this.key = key;
      this.besideKey = besideKey;
      this.known = known;
      this.versions = link;
    }

    @Override
    public void gotData(String answeredKey, int flags, long cas, byte[] data) {
      StoredValue found = new StoredValue(data, versions.versionOf(cas));
      if (answeredKey.equals(key) && value == null) {
        value = found;
      } else if (answeredKey.equals(besideKey)) {
        beside = found;
      } else {
        isForAnotherKey = true;
      }
    }

    @Override
    public void gotVersion(long cas) {
      isCompared = true;
      isThere = true;
      version = versions.versionOf(cas);
    }

    @Override
    public void gotNothing() {
      isCompared = true;
    }

    /** Whose version was asked for is not read as well. */
    @Override
    boolean isForAnother(OperationStatus said) {
      return isForAnotherKey || (isCompared && value != null);
    }

    @Override
    boolean isExpected(StatusCode code) {
      return code == StatusCode.SUCCESS || code == StatusCode.ERR_NOT_FOUND;
    }

    @Override
    PairAnswer meaningOf(StatusCode code) {
      StoredPair found = new StoredPair(value, beside);
      if (!isThere) {
        return known.answer(found);
      }
      return version == known.version()
          ? new PairAnswer.Unchanged(version, found.beside())
          : new PairAnswer.Changed();
    }
  }

  /** The answer to a write. */
  static final class Written extends Answer<WriteResult> implements StoreOperation.Callback {

    private static final Set<StatusCode> CONFLICTS =
        Set.of(StatusCode.ERR_EXISTS, StatusCode.ERR_NOT_FOUND, StatusCode.ERR_NOT_STORED);

    /** What the node says where it does not report the version. */
    private static final long NO_CAS = 0;

    private final Set<String> words;
    private final NodeLink versions;
    private long cas = NO_CAS;

    /**
     * Takes the answer.
     *
     * @param words of {@link ReplyWords}
     */
    Written(Exchange<WriteResult> exchange, NodeLink link, Set<String> words) {
      super(exchange, link);
      this.words = words;
      this.versions = link;
    }

    @Override
    boolean isForAnother(OperationStatus said) {
      return ReplyWords.isOfAnother(said.getMessage(), words);
    }

    @Override
    public void gotData(String key, long made) {
      cas = made;
    }

    @Override
    boolean isExpected(StatusCode code) {
      return code == StatusCode.SUCCESS || CONFLICTS.contains(code);
    }

    @Override
    WriteResult meaningOf(StatusCode code) {
      if (CONFLICTS.contains(code)) {
        return WriteResult.CONFLICT;
      }
      return cas == NO_CAS ? WriteResult.STORED : WriteResult.stored(versions.versionOf(cas));
    }
  }

  /** The answer to a touch, a removal or an empty append: whether the key was there. */
  static final class Found extends Answer<Boolean> implements DeleteOperation.Callback {

    private static final Map<StatusCode, Boolean> MEANINGS =
        Map.of(
            StatusCode.SUCCESS, true,
            StatusCode.ERR_NOT_FOUND, false,
            StatusCode.ERR_NOT_STORED, false);

    private final Set<String> words;

    /**
     * Takes the answer.
     *
     * @param words of {@link ReplyWords}
     */
    Found(Exchange<Boolean> exchange, NodeLink link, Set<String> words) {
      super(exchange, link);
      this.words = words;
    }

    @Override
    boolean isForAnother(OperationStatus said) {
      return ReplyWords.isOfAnother(said.getMessage(), words);
    }

    @Override
    public void gotData(long cas) {
      // The binary protocol tells the version that was removed; it is of no use any more.
    }

    @Override
    boolean isExpected(StatusCode code) {
      return MEANINGS.containsKey(code);
    }

    @Override
    @Nullable Boolean meaningOf(StatusCode code) {
      return MEANINGS.get(code);
    }
  }
}
