package io.holdfast.core.storage;

import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A read right behind a write on the same node, see {@link NodeStore#storeThenRead}: it renews the
 * version of a value and reads the value with a small one beside it. A Tomcat that read the value
 * before cannot replace it any more. A node need not send a value that is known.
 *
 * <p>For one write.
 */
public final class ReadBehind {

  /** It may have been written between renewal and read. */
  private static final int ATTEMPTS = 2;

  private static final String NOT_RENEWED = "the node did not renew the version of the record";

  private final String key;
  private final String besideKey;
  private final @Nullable KnownValue known;
  private final CompletableFuture<PairAnswer> found = new CompletableFuture<>();

  /**
   * Creates it; the write sends it.
   *
   * @param besideKey of the small one, which is never in chunks
   * @param known the value that need not be sent; null for none
   */
  public ReadBehind(String key, String besideKey, @Nullable KnownValue known) {
    this.key = key;
    this.besideKey = besideKey;
    this.known = known;
  }

  /** The key of the value. */
  public String key() {
    return key;
  }

  /** The key of the small one. */
  public String besideKey() {
    return besideKey;
  }

  /**
   * What was found, or that it is unchanged. Completes exceptionally if the node does not answer,
   * and may do so where it refused the write.
   */
  public CompletableFuture<PairAnswer> found() {
    return found;
  }

  /** Ends with what was found. Only the first end counts. */
  public void succeed(PairAnswer answer) {
    found.complete(answer);
  }

  /** Ends without an answer. */
  public void fail(Throwable failure) {
    found.completeExceptionally(failure);
  }

  /** The value that need not be sent; null for none. */
  public @Nullable KnownValue known() {
    return known;
  }

  /** The same read for a store below this one, whose values are translated. */
  ReadBehind translated(
      @Nullable KnownValue knownBelow,
      Function<PairAnswer, CompletableFuture<PairAnswer>> translation) {
    ReadBehind below = new ReadBehind(key, besideKey, knownBelow);
    endWith(below.found.thenCompose(translation));
    return below;
  }

  /** Sends it in commands of its own. */
  void sendTo(NodeStore store) {
    KnownValue value = known;
    endWith(
        value != null
                && value.isWorthComparing()
                && !value.isProbablyOld()
                && store.comparesBeforeRenewal(key)
            ? renewed(store, value)
            : fenced(store, key, besideKey));
  }

  /** Two steps if the value has changed. */
  private CompletableFuture<PairAnswer> renewed(NodeStore store, KnownValue value) {
    return store
        .together(
            () ->
                store
                    .renewVersion(key, value)
                    .thenCombine(
                        store.load(besideKey).exceptionally(failure -> null), Renewal::new))
        .thenCompose(
            renewal ->
                renewal.result.version() == WriteResult.UNKNOWN
                    ? fenced(store, key, besideKey)
                    : CompletableFuture.completedFuture(
                        new PairAnswer.Unchanged(renewal.result.version(), renewal.beside)));
  }

  private void endWith(CompletableFuture<PairAnswer> read) {
    var unused =
        read.whenComplete(
            (answer, failure) -> {
              if (failure == null) {
                succeed(answer);
              } else {
                fail(failure);
              }
            });
  }

  /**
   * Renews the version of a value and reads it, without a write before. Fails if a value is there
   * and its version is not renewed: memcached gives the same answer for a missing key and for a
   * lack of memory.
   */
  public static CompletableFuture<PairAnswer> fenced(
      NodeStore store, String key, String besideKey) {
    return fenced(store, key, besideKey, ATTEMPTS);
  }

  private static CompletableFuture<PairAnswer> fenced(
      NodeStore store, String key, String besideKey, int attempts) {
    return store
        .together(
            () ->
                store
                    .renewVersion(key)
                    .thenCombine(
                        store.loadPairIfChanged(key, besideKey, KnownValue.NONE),
                        (isRenewed, found) -> isRenewed || isEmpty(found) ? found : null))
        .thenCompose(
            found -> {
              if (found != null) {
                return CompletableFuture.completedFuture(found);
              }
              return attempts > 1
                  ? fenced(store, key, besideKey, attempts - 1)
                  : CompletableFuture.failedFuture(new IllegalStateException(NOT_RENEWED));
            });
  }

  private static boolean isEmpty(PairAnswer found) {
    return found instanceof PairAnswer.Read read && read.pair().value() == null;
  }

  private record Renewal(WriteResult result, @Nullable StoredValue beside) {}
}
