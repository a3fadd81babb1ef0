package io.holdfast.sessions.store;

import io.holdfast.core.record.RecordException;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.WriteResult;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Brings one node's copy up to date: replaces an older one, leaves a newer one. */
record CopyToNode(String key, VersionedValue value, NodeStore store) {

  /** Each further attempt means that another Tomcat has written something newer meanwhile. */
  private static final int ATTEMPTS = 5;

  /**
   * What came of it.
   *
   * @param version that the node holds it under; {@link WriteResult#UNKNOWN} if it does not, or
   *     that is not known
   */
  record Copied(CopyResult result, long version) {

    private static CompletableFuture<Copied> of(CopyResult result) {
      return CompletableFuture.completedFuture(new Copied(result, WriteResult.UNKNOWN));
    }
  }

  /** Copies, if that is needed, over what the node held when it was last asked; never fails. */
  CompletableFuture<Copied> perform(@Nullable NodeHolding holding) {
    return copied(over(holding, there -> replace(there, ATTEMPTS)));
  }

  /** The same, but leaves a node without anything under the key as it is. */
  CompletableFuture<Copied> performWhereHeld(@Nullable NodeHolding holding) {
    return copied(
        over(
            holding,
            there -> there.isEmpty() ? Copied.of(CopyResult.CURRENT) : replace(there, ATTEMPTS)));
  }

  /** The same over exactly this copy: where another write came first, that stays as it is. */
  CompletableFuture<Copied> performOver(NodeHolding holding) {
    return copied(replace(holding, 1));
  }

  private CompletableFuture<Copied> copied(CompletableFuture<Copied> copying) {
    return copying.exceptionally(
        failure ->
            new Copied(
                value.remedyFor(failure) == null ? CopyResult.SILENT : CopyResult.CURRENT,
                WriteResult.UNKNOWN));
  }

  /**
   * Writes this over the copy of a node that is not to hold one, if that is this record or an older
   * one: a value that is {@linkplain io.holdfast.core.storage.TimeToLive#OVER over} removes it.
   * What another Tomcat writes meanwhile stays.
   */
  void remove(@Nullable NodeHolding holding) {
    var unused = over(holding, this::removeOutdated);
  }

  private CompletableFuture<Boolean> removeOutdated(NodeHolding there) {
    RecordMark mark = there.mark();
    boolean isOutdated =
        mark != null
            && !mark.isEnd()
            && switch (value.mark().to(mark)) {
              case SAME, REPLACES -> true;
              case GIVES_WAY, CROSSES -> false;
            };
    return isOutdated
        ? store
            .store(key, value.bytes(), value.timeToLive(), there.condition())
            .thenApply(WriteResult::isStored)
        : CompletableFuture.completedFuture(false);
  }

  /** Writes over what the node held, after a look if it was not asked. */
  private <T> CompletableFuture<T> over(
      @Nullable NodeHolding known, Function<NodeHolding, CompletableFuture<T>> write) {
    return known == null
        ? store.load(key).thenCompose(found -> write.apply(holding(found)))
        : write.apply(known);
  }

  private CompletableFuture<Copied> replace(NodeHolding holding, int attempts) {
    RecordMark there = holding.mark();
    CopyResult known = there == null ? null : resultBesides(there);
    if (holding.forbids(value)) {
      return Copied.of(CopyResult.SILENT);
    }
    if (known != null) {
      boolean isThere = known == CopyResult.CURRENT;
      return CompletableFuture.completedFuture(
          new Copied(known, isThere ? holding.storeVersion() : WriteResult.UNKNOWN));
    }
    return store
        .store(key, value.bytes(), value.timeToLive(), holding.condition())
        .thenCompose(
            result ->
                result.isStored()
                    ? CompletableFuture.completedFuture(
                        new Copied(CopyResult.CURRENT, result.version()))
                    : look(attempts - 1));
  }

  /** The outcome for a node that holds this already; null if the copy replaces it. */
  private @Nullable CopyResult resultBesides(RecordMark there) {
    return switch (value.mark().to(there)) {
      case SAME -> CopyResult.CURRENT;
      case GIVES_WAY -> CopyResult.SUPERSEDED;
      case CROSSES -> CopyResult.DIVERGED;
      case REPLACES -> null;
    };
  }

  private CompletableFuture<Copied> look(int attempts) {
    return attempts == 0
        ? Copied.of(CopyResult.DIVERGED) // not known to be there
        : store.load(key).thenCompose(found -> replace(holding(found), attempts));
  }

  private static NodeHolding holding(@Nullable StoredValue found) {
    if (found == null) {
      return NodeHolding.nothingOn("");
    }
    try {
      return new NodeHolding("", found.version(), RecordMark.in(found.bytes()));
    } catch (RecordException e) {
      return NodeHolding.unreadable("", found, 0);
    }
  }
}
