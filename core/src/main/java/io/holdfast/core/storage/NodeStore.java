package io.holdfast.core.storage;

import io.holdfast.core.record.ValueParts;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The keys and bytes of one node.
 *
 * <p>Every future completes within the store's deadline, whatever the node does: with a result, or
 * exceptionally with a {@link StoreException}. A value in chunks may take the deadline several
 * times. No method blocks or throws.
 */
public interface NodeStore extends AutoCloseable {

  /** Reads a value; the result is null if the node holds none under this key. */
  CompletableFuture<@Nullable StoredValue> load(String key);

  /**
   * Reads a value and a small one that belongs to it, side by side, for a caller that may have one
   * version of the value: a node that can compare versions does not send it again. The small one
   * may be missing from the result although the node holds it, if that cannot be read.
   *
   * @param key of the value
   * @param besideKey of the small one, which is never in chunks
   * @param known the value that need not be sent; {@link KnownValue#NONE} is always read
   */
  default CompletableFuture<PairAnswer> loadPairIfChanged(
      String key, String besideKey, KnownValue known) {
    CompletableFuture<@Nullable StoredValue> value = load(key);
    CompletableFuture<@Nullable StoredValue> beside =
        load(besideKey).exceptionally(failure -> null);
    return value.thenCombine(beside, (found, small) -> known.answer(new StoredPair(found, small)));
  }

  /**
   * Writes a value.
   *
   * @param key printable ASCII without blanks, at most 250 characters
   */
  CompletableFuture<WriteResult> store(
      String key, ValueParts value, TimeToLive timeToLive, WriteCondition condition);

  /** Writes a value in one array, which neither side modifies afterwards. */
  default CompletableFuture<WriteResult> store(
      String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
    return store(key, ValueParts.of(value), timeToLive, condition);
  }

  /**
   * Writes a value, and reads behind that what the write is to protect, such as a record behind its
   * lease: in this order, in one packet. Where the write is refused, the node may leave out the
   * read.
   *
   * <p>Here it is several commands, whose answers may be missing one by one.
   *
   * @param key of a value that is never in chunks
   * @param behind the read; null for none
   */
  default CompletableFuture<WriteResult> storeThenRead(
      String key,
      byte[] value,
      TimeToLive timeToLive,
      WriteCondition condition,
      @Nullable ReadBehind behind) {
    return together(
        () -> {
          CompletableFuture<WriteResult> written = store(key, value, timeToLive, condition);
          if (behind != null) {
            behind.sendTo(this);
          }
          return written;
        });
  }

  /** Returns whether {@link #storeThenRead} is one command, which is answered as a whole or not. */
  default boolean storesThenReadsAtOnce() {
    return false;
  }

  /**
   * Gives a value a new version without changing it: a writer that has read it before cannot
   * replace it any more with {@link WriteCondition.IfVersion}. The result is whether the key was
   * there.
   */
  default CompletableFuture<Boolean> renewVersion(String key) {
    return append(key, new byte[0]);
  }

  /**
   * Gives a value a new version, like {@link #renewVersion(String)}, if it still has the known one.
   * Where {@link #comparesBeforeRenewal} says so.
   */
  default CompletableFuture<WriteResult> renewVersion(String key, KnownValue known) {
    throw new UnsupportedOperationException();
  }

  /** Returns whether the node can compare the version of this value before it renews that. */
  default boolean comparesBeforeRenewal(String key) {
    return false;
  }

  /**
   * Appends bytes to a value, which keeps its time to live; the result is whether the key was
   * there. Not for values that may be in chunks.
   */
  CompletableFuture<Boolean> append(String key, byte[] more);

  /** Extends the time to live; the result is whether the key was there. */
  CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive);

  /** Removes a value; the result is whether the key was there. */
  CompletableFuture<Boolean> delete(String key);

  /**
   * Lets several operations leave together, in one packet if they are small: each write to a socket
   * costs as much as the rest of an operation. What others send meanwhile may wait for them.
   *
   * @param sends sends operations of this store, on the caller's thread, and waits for none
   */
  default <T extends @Nullable Object> T together(Supplier<T> sends) {
    return sends.get();
  }

  /**
   * Asks the node for its figures; the result is null if it has no such figures. A node may refuse,
   * as proxies do; that harms no other operation where the node goes on answering.
   */
  default CompletableFuture<@Nullable NodeFigures> figures() {
    return CompletableFuture.completedFuture(null);
  }

  /** Ends connections and threads; operations in flight fail. Does not wait for the node. */
  @Override
  void close();
}
