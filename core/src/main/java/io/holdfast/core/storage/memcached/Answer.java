package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.storage.StoredPair;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.core.storage.link.Exchange;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import net.spy.memcached.ops.DeleteOperation;
import net.spy.memcached.ops.GetsOperation;
import net.spy.memcached.ops.OperationCallback;
import net.spy.memcached.ops.OperationStatus;
import net.spy.memcached.ops.StatsOperation;
import net.spy.memcached.ops.StatusCode;
import net.spy.memcached.ops.StoreOperation;
import org.jspecify.annotations.Nullable;

/**
 * Takes the client library's result of one operation. The library may report twice: when it gives
 * up and when the late answer comes; the first report counts.
 *
 * <p>In the text protocol a node answers commands that change something with words, and names no
 * key: the words alone tell that an answer belongs to another command.
 *
 * @see <a href="https://github.com/memcached/memcached/blob/master/doc/protocol.txt">protocol</a>
 */
abstract class Answer<T extends @Nullable Object> {

  static final Set<String> OF_STORAGE = Set.of("STORED", "NOT_STORED");
  static final Set<String> OF_CAS = Set.of("STORED", "NOT_STORED", "EXISTS", "NOT_FOUND");
  static final Set<String> OF_TOUCH = Set.of("TOUCHED", "NOT_FOUND");
  static final Set<String> OF_DELETE = Set.of("DELETED", "NOT_FOUND");
  private static final Set<String> OF_ANY =
      Set.of("STORED", "NOT_STORED", "EXISTS", "NOT_FOUND", "TOUCHED", "DELETED", "END");

  /** Part of the error line for a value that is too large, in the text protocol. */
  private static final String TOO_LARGE = "object too large";

  /** They say if the node found the key as the operation needs it; all others are errors. */
  private static final Set<StatusCode> EXPECTED =
      Set.of(
          StatusCode.SUCCESS,
          StatusCode.ERR_EXISTS,
          StatusCode.ERR_NOT_FOUND,
          StatusCode.ERR_NOT_STORED);

  final NodeLink link;
  private final Exchange<T> exchange;
  private final Set<String> words;
  private @Nullable OperationStatus status;

  /** Takes an answer that has no words of its own. */
  Answer(Exchange<T> exchange, NodeLink link) {
    this(exchange, link, OF_ANY);
  }

  /** Takes an answer that has these words. */
  Answer(Exchange<T> exchange, NodeLink link, Set<String> words) {
    this.exchange = exchange;
    this.link = link;
    this.words = words;
  }

  /** Returns whether the operation expects this status. */
  boolean isExpected(StatusCode code) {
    return EXPECTED.contains(code);
  }

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

  /** Returns whether it answers another operation: no later answer on this connection fits then. */
  boolean isForAnother(OperationStatus said) {
    String line = said.getMessage();
    return line != null && OF_ANY.contains(line) && !words.contains(line);
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
    private @Nullable StoredValue value;
    private boolean isForAnotherKey;

    Loaded(String key, Exchange<@Nullable StoredValue> exchange, NodeLink link) {
      super(exchange, link);
      this.key = key;
    }

    @Override
    public void gotData(String answeredKey, int flags, long cas, byte[] data) {
      isForAnotherKey = !key.equals(answeredKey);
      value = new StoredValue(data, link.versionOf(cas));
    }

    /** A value of another key would be the session of another user. */
    @Override
    boolean isForAnother(OperationStatus said) {
      return isForAnotherKey;
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
    private @Nullable StoredValue value;
    private @Nullable StoredValue beside;
    private boolean isForAnotherKey;
    private boolean isCompared;
    private boolean isThere;
    private long version;

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
    }

    @Override
    public void gotData(String answeredKey, int flags, long cas, byte[] data) {
      StoredValue found = new StoredValue(data, link.versionOf(cas));
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
      version = link.versionOf(cas);
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

    /** What the node says where it does not report the version. */
    private static final long NO_CAS = 0;

    private long cas = NO_CAS;

    Written(Exchange<WriteResult> exchange, NodeLink link, Set<String> words) {
      super(exchange, link, words);
    }

    @Override
    public void gotData(String key, long made) {
      cas = made;
    }

    @Override
    WriteResult meaningOf(StatusCode code) {
      if (code != StatusCode.SUCCESS) {
        return WriteResult.CONFLICT;
      }
      return cas == NO_CAS ? WriteResult.STORED : WriteResult.stored(link.versionOf(cas));
    }
  }

  /** The answer to a touch, a removal or an empty append: whether the key was there. */
  static final class Found extends Answer<Boolean> implements DeleteOperation.Callback {

    Found(Exchange<Boolean> exchange, NodeLink link, Set<String> words) {
      super(exchange, link, words);
    }

    @Override
    public void gotData(long cas) {
      // The binary protocol tells the version that was removed; it is of no use any more.
    }

    @Override
    Boolean meaningOf(StatusCode code) {
      return code == StatusCode.SUCCESS;
    }
  }

  /** The answer of a node to a question about itself; takes four of its many numbers. */
  static final class Figures extends Answer<@Nullable NodeFigures>
      implements StatsOperation.Callback {

    private static final String EVICTIONS = "evictions";

    private final Map<String, String> figures = new HashMap<>();

    Figures(Exchange<@Nullable NodeFigures> exchange, NodeLink link) {
      super(exchange, link);
    }

    @Override
    public void gotStat(String name, String value) {
      figures.put(name, value);
    }

    @Override
    boolean isExpected(StatusCode code) {
      return code == StatusCode.SUCCESS;
    }

    /** Null if the server is no memcached: others count other things. */
    @Override
    @Nullable NodeFigures meaningOf(StatusCode code) {
      return figures.containsKey(EVICTIONS)
          ? new NodeFigures(
              number(EVICTIONS), number("bytes"), number("limit_maxbytes"), number("cmd_flush"))
          : null;
    }

    /** 0 for a text that is none. */
    private long number(String name) {
      try {
        return Math.max(0, Long.parseLong(figures.getOrDefault(name, "").strip()));
      } catch (NumberFormatException e) {
        return 0;
      }
    }
  }
}
