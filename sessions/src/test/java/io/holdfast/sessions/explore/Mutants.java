package io.holdfast.sessions.explore;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.core.storage.KnownValue;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.PairAnswer;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.engine.EngineTomcat;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.engine.InstanceChanges;
import io.holdfast.sessions.engine.SaveOutcome;
import io.holdfast.sessions.lock.LockOutcome;
import io.holdfast.sessions.model.RecordLifetime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Stores through which something goes wrong. */
final class Mutants {

  /** How many of the lower bits of a version name its writer. */
  private static final int WRITER_BITS = 20;

  private static final int MINUTE = 60;
  private static final TimeToLive SHORTEST_MEMORY = new TimeToLive(600);

  private static final RecordCodec CODEC = new RecordCodec(Contents.TRANSCODER);

  private Mutants() {}

  static boolean isLease(String key) {
    return key.endsWith(":l");
  }

  static boolean isRecord(String key) {
    return !key.contains(":");
  }

  static boolean isAccess(String key) {
    return key.endsWith(":a");
  }

  /** Keeps records only as long as their own interval says. */
  static NodeStore brief(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return super.store(
            key,
            value,
            isRecord(key) && !Tombstone.isTombstone(value)
                ? RecordLifetime.SHORTEST.of(CODEC.decode(value).times())
                : timeToLive,
            condition);
      }
    };
  }

  /** Extends records by a minute, whatever their interval is. */
  static NodeStore extendingBriefly(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<Boolean> touch(String key, TimeToLive timeToLive) {
        return super.touch(key, isRecord(key) ? RecordLifetime.SHORTEST.of(MINUTE) : timeToLive);
      }
    };
  }

  /** Keeps tombstones only as long as that of a session with a short interval. */
  static NodeStore forgettingEnds(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return super.store(
            key, value, Tombstone.isTombstone(value) ? SHORTEST_MEMORY : timeToLive, condition);
      }
    };
  }

  /** Says of each record that is known that it is unchanged. */
  static NodeStore withoutVersions(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<PairAnswer> loadPairIfChanged(
          String key, String besideKey, KnownValue known) {
        return super.loadPairIfChanged(key, besideKey, known)
            .thenApply(
                answer ->
                    known.equals(KnownValue.NONE)
                            || (answer instanceof PairAnswer.Read read
                                && read.pair().value() == null)
                        ? answer
                        : new PairAnswer.Unchanged(known.version(), null));
      }
    };
  }

  /** Takes no note of a time of access. */
  static NodeStore withoutAccesses(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return isAccess(key)
            ? CompletableFuture.completedFuture(WriteResult.STORED)
            : super.store(key, value, timeToLive, condition);
      }
    };
  }

  /** Lets a client know the id of a session whose creator has no lease. */
  static Protocol withoutLeaseOfCreator() {
    return new Protocol() {
      @Override
      public NodeStore over(NodeStore connection, int node) {
        return connection;
      }

      @Override
      public boolean keepsCreated() {
        return false;
      }
    };
  }

  /** Writes under these keys whatever is there. */
  static NodeStore heedless(NodeStore store, Predicate<String> keys) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        boolean removes = timeToLive.equals(TimeToLive.OVER);
        return super.store(
            key,
            value,
            timeToLive,
            keys.test(key) && !removes ? WriteCondition.always() : condition);
      }
    };
  }

  /** Removes a lease of any owner. */
  static NodeStore removing(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        boolean removes = timeToLive.equals(TimeToLive.OVER);
        return super.store(key, value, timeToLive, removes ? WriteCondition.always() : condition);
      }
    };
  }

  /** Takes what a node has read while another request had the lease for read under it. */
  static Protocol readingBeforeTheGrant() {
    return new Protocol() {
      @Override
      public NodeStore over(NodeStore connection, int node) {
        return connection;
      }

      @Override
      public boolean doReadsCount(LockOutcome.Granted granted) {
        return true;
      }
    };
  }

  /** Sends the question for a lease behind what is to be read under it. */
  static NodeStore askingBehindTheRead(NodeStore store) {
    return new ForwardingStore(store) {
      private int depth;
      private final List<Runnable> questions = new ArrayList<>();

      @Override
      public <T extends @Nullable Object> T together(Supplier<T> sends) {
        depth++;
        try {
          return sends.get();
        } finally {
          depth--;
          if (depth == 0) {
            List<Runnable> late = List.copyOf(questions);
            questions.clear();
            late.forEach(Runnable::run);
          }
        }
      }

      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return later(key, () -> super.store(key, value, timeToLive, condition));
      }

      @Override
      public CompletableFuture<@Nullable StoredValue> load(String key) {
        return later(key, () -> super.load(key));
      }

      private <T extends @Nullable Object> CompletableFuture<T> later(
          String key, Supplier<CompletableFuture<T>> question) {
        if (depth == 0 || !isLease(key)) {
          return question.get();
        }
        CompletableFuture<T> answer = new CompletableFuture<>();
        questions.add(() -> copy(question.get(), answer));
        return answer;
      }
    };
  }

  private static <T extends @Nullable Object> void copy(
      CompletableFuture<T> from, CompletableFuture<T> to) {
    var unused =
        from.whenComplete(
            (result, failure) -> {
              if (failure == null) {
                to.complete(result);
              } else {
                to.completeExceptionally(failure);
              }
            });
  }

  /** Gives the lease back in one packet with the record, whatever becomes of that. */
  static NodeStore givingBackWithTheRecord(NodeStore store) {
    return new ForwardingStore(store) {
      private final Map<String, Long> versions = new HashMap<>();

      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        CompletableFuture<WriteResult> stored = super.store(key, value, timeToLive, condition);
        Long version = isRecord(key) ? versions.remove(key + ":l") : null;
        if (version != null) {
          var unused =
              super.store(
                  key + ":l", new byte[0], TimeToLive.OVER, WriteCondition.ifVersion(version));
        }
        return !isLease(key)
            ? stored
            : stored.thenApply(
                result -> {
                  if (result.isStored()) {
                    versions.put(key, result.version());
                  }
                  return result;
                });
      }
    };
  }

  /** Leaves versions as they are. */
  static NodeStore withoutFence(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<Boolean> renewVersion(String key) {
        return CompletableFuture.completedFuture(true);
      }
    };
  }

  /** Deletes where a tombstone is to be left. */
  static NodeStore withoutTombstones(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return Tombstone.isTombstone(value)
            ? delete(key).thenApply(deleted -> WriteResult.STORED)
            : super.store(key, value, timeToLive, condition);
      }
    };
  }

  /** Answers as soon as an instance has no changes of its own, though they may be on their way. */
  static Protocol hasty() {
    return new Protocol() {
      @Override
      public NodeStore over(NodeStore connection, int node) {
        return connection;
      }

      @Override
      public CompletableFuture<SaveOutcome> leave(EngineTomcat tomcat, FakeInstance session) {
        boolean mayHaveChanged = InstanceChanges.mayDiffer(session);
        CompletableFuture<SaveOutcome> left = tomcat.leaveLater(session);
        return mayHaveChanged ? left : CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
      }
    };
  }

  /** Saves what a request changes behind its answer as if the client still waited for it. */
  static Protocol unawareOfAnswers() {
    return new Protocol() {
      @Override
      public NodeStore over(NodeStore connection, int node) {
        return connection;
      }

      @Override
      public void answered(FakeInstance session) {}
    };
  }

  /** Saves what a refused request changes as if its client still waited for it. */
  static Protocol unawareOfRefusedAtWork() {
    return new Protocol() {
      @Override
      public NodeStore over(NodeStore connection, int node) {
        return connection;
      }

      @Override
      public void refused(FakeInstance session) {}
    };
  }

  /** Carries out a save as if the client still waited for it. */
  static Protocol unawareOfRefusals() {
    return new Protocol() {
      @Override
      public NodeStore over(NodeStore connection, int node) {
        return connection;
      }

      @Override
      public void giveUp(FakeInstance session) {}
    };
  }

  /** Takes an instance that is not valid any more for none. */
  static Protocol forgetting() {
    return new Protocol() {
      @Override
      public NodeStore over(NodeStore connection, int node) {
        return connection;
      }

      @Override
      public CompletableFuture<SaveOutcome> leave(EngineTomcat tomcat, FakeInstance session) {
        return session.isLive()
            ? tomcat.leaveLater(session)
            : CompletableFuture.completedFuture(SaveOutcome.UNCHANGED);
      }
    };
  }

  /** Takes no tombstone: of a node that was away when the session ended, none is restored. */
  static NodeStore refusingTombstones(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return Tombstone.isTombstone(value)
            ? CompletableFuture.completedFuture(WriteResult.STORED)
            : super.store(key, value, timeToLive, condition);
      }
    };
  }

  /** Does not wait until a copy is there, nor whether it could be. */
  static NodeStore hurriedCopies(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        CompletableFuture<WriteResult> stored = super.store(key, value, timeToLive, condition);
        return isRecord(key) ? CompletableFuture.completedFuture(WriteResult.STORED) : stored;
      }
    };
  }

  /** Does not wait for the tombstone of a former id, nor ask whether it could be left. */
  static NodeStore hurriedFormerIds(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        CompletableFuture<WriteResult> stored = super.store(key, value, timeToLive, condition);
        return isOfFormerId(value) ? CompletableFuture.completedFuture(WriteResult.STORED) : stored;
      }
    };
  }

  /** Tombstones of former ids take the place of anything. */
  static NodeStore uncoveredFormerIds(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return super.store(
            key, isOfFormerId(value) ? uncovered(value) : value, timeToLive, condition);
      }
    };
  }

  private static boolean isOfFormerId(byte[] value) {
    return Tombstone.isTombstone(value) && Tombstone.decode(value).isOfFormerId();
  }

  private static byte[] uncovered(byte[] value) {
    Tombstone former = Tombstone.decode(value);
    return new Tombstone(former.id(), former.version(), former.creationTime()).encode();
  }

  /** Records name the versions that were written last, and count all that is older as included. */
  static NodeStore forgettingWriters(NodeStore store) {
    return rewriting(
        store, snapshot -> with(snapshot, forgetful(snapshot.lineage()), FieldVersions.NONE));
  }

  private static VersionHistory forgetful(VersionHistory lineage) {
    long named = ((lineage.version() >> WRITER_BITS) - 1) << WRITER_BITS;
    List<Long> before =
        Stream.concat(
                lineage.before().stream().filter(each -> each >= named),
                LongStream.rangeClosed(1, VersionHistory.REACH).mapToObj(i -> named - i))
            .limit(VersionHistory.REACH)
            .toList();
    return new VersionHistory(lineage.version(), before);
  }

  /** Takes no copy of a record that is there, nor a record that is not: nothing is repaired. */
  static NodeStore refusingAdditions(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return isRecord(key) && condition.equals(WriteCondition.ifAbsent())
            ? CompletableFuture.completedFuture(WriteResult.STORED)
            : super.store(key, value, timeToLive, condition);
      }
    };
  }

  /** Takes no record in the place of another one. */
  static NodeStore refusingReplacements(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return isRecord(key) && condition instanceof WriteCondition.IfVersion
            ? CompletableFuture.completedFuture(WriteResult.STORED)
            : super.store(key, value, timeToLive, condition);
      }
    };
  }

  /** Finds no record. */
  static NodeStore blind(NodeStore store) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<@Nullable StoredValue> load(String key) {
        return isRecord(key) ? CompletableFuture.completedFuture(null) : super.load(key);
      }
    };
  }

  /** Records claim to include whatever has a smaller version. */
  static NodeStore numbering(NodeStore store) {
    return rewriting(
        store,
        snapshot -> {
          long version = snapshot.version();
          List<Long> smaller =
              LongStream.rangeClosed(1, VersionHistory.REACH).mapToObj(i -> version - i).toList();
          return with(snapshot, new VersionHistory(version, smaller), FieldVersions.NONE);
        });
  }

  /** Records do not tell which version changed what. */
  static NodeStore withoutOrigins(NodeStore store) {
    return rewriting(store, snapshot -> with(snapshot, snapshot.lineage(), FieldVersions.NONE));
  }

  private static SessionSnapshot with(
      SessionSnapshot of, VersionHistory lineage, FieldVersions origins) {
    return new SessionSnapshot(
        of.id(),
        lineage,
        origins,
        of.times(),
        of.authType(),
        of.principal(),
        of.notes(),
        of.attributes());
  }

  private static NodeStore rewriting(NodeStore store, UnaryOperator<SessionSnapshot> change) {
    return new ForwardingStore(store) {
      @Override
      public CompletableFuture<@Nullable StoredValue> load(String key) {
        return super.load(key)
            .thenApply(
                found ->
                    found == null || !isRecord(key) || Tombstone.isTombstone(found.bytes())
                        ? found
                        : new StoredValue(rewritten(found.bytes(), change), found.version()));
      }
    };
  }

  private static byte[] rewritten(byte[] record, UnaryOperator<SessionSnapshot> change) {
    return CODEC.encode(change.apply(CODEC.decode(record)));
  }
}
