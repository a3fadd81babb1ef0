package io.holdfast.sessions.engine;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.routing.NodeHealthBoard;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.core.storage.WriteResult;
import io.holdfast.sessions.explore.ForwardingStore;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** What an engine for sticky sessions and others can do wrong, as its rule and the nodes see it. */
enum EngineMistake {
  /** An instance is trusted whatever nodes were lost or came back. */
  TRUST_AFTER_A_FAULT {
    @Override
    Affinity rule(NodeHealthBoard health) {
      return Affinity.sticky(() -> 0);
    }
  },
  /** An instance is trusted whatever route the request has brought. */
  TRUST_OF_ANY_ROUTE {
    @Override
    Affinity rule(NodeHealthBoard health) {
      return new Affinity(health::changes) {
        @Override
        boolean trusts(SessionInstance here, boolean hasOwnRoute) {
          return super.trusts(here, true);
        }
      };
    }
  },
  /** An instance gives up the bytes of a record that it does not show all of. */
  FORGETS_WHAT_IT_DOES_NOT_SHOW {
    @Override
    Affinity rule(NodeHealthBoard health) {
      return new Affinity(health::changes) {
        @Override
        boolean mayForget(InstanceState state) {
          return true;
        }
      };
    }
  },
  /** A record whose bytes were given up is stored again without them. */
  WRITES_WHAT_IS_FORGOTTEN {
    @Override
    NodeStore over(NodeStore line) {
      RecordCodec codec = new RecordCodec("jdk");
      return writing(
          line,
          (write, condition) -> {
            boolean isStoredAgain =
                !write.isTombstone()
                    && condition instanceof WriteCondition.IfAbsent
                    && !codec.decode(write.value()).origins().attributes().isEmpty();
            return isStoredAgain
                ? write.with(emptied(codec, write.value())).by(condition)
                : write.by(condition);
          });
    }

    private static byte[] emptied(RecordCodec codec, byte[] record) {
      return codec.encode(codec.decode(record).withAttributes(EncodedAttributes.none()));
    }
  },
  /** A tombstone is on the first node only that takes it. */
  TOMBSTONE_WITHOUT_COPY {
    @Override
    NodeStore over(NodeStore line) {
      return writing(
          line,
          (write, condition) -> {
            boolean isCopy = write.isTombstone() && condition instanceof WriteCondition.IfAbsent;
            return isCopy ? DONE : write.by(condition);
          });
    }
  },
  /** A save replaces whatever is there by now. */
  WRITE_WITHOUT_BASIS {
    @Override
    NodeStore over(NodeStore line) {
      return writing(line, (write, condition) -> write.by(WriteCondition.always()));
    }
  },
  /** A write that a node has refused passes for done. */
  CONFLICT_PASSES_FOR_DONE {
    @Override
    NodeStore over(NodeStore line) {
      return writing(
          line,
          (write, condition) ->
              write
                  .by(condition)
                  .thenApply(result -> result.isStored() ? result : WriteResult.STORED));
    }
  },
  /** A save replaces the version that is there, not the one that it knows. */
  VERSION_OF_ANOTHER {
    @Override
    NodeStore over(NodeStore line) {
      return writing(
          line,
          (write, condition) ->
              condition instanceof WriteCondition.IfVersion
                  ? line.load(write.key())
                      .thenCompose(
                          now ->
                              write.by(
                                  now == null
                                      ? condition
                                      : WriteCondition.ifVersion(now.version())))
                  : write.by(condition));
    }
  },
  /** An end deletes the record where it should leave a tombstone. */
  DELETE_FOR_A_TOMBSTONE {
    @Override
    NodeStore over(NodeStore line) {
      return writing(
          line,
          (write, condition) ->
              write.isTombstone()
                  ? line.delete(write.key()).thenApply(deleted -> WriteResult.STORED)
                  : write.by(condition));
    }
  },
  /** No tombstone is written. */
  NO_TOMBSTONE {
    @Override
    NodeStore over(NodeStore line) {
      return writing(line, (write, condition) -> write.isTombstone() ? DONE : write.by(condition));
    }
  },
  /** A tombstone that a node has lost is not written there again. */
  TOMBSTONE_NOT_RESTORED {
    @Override
    NodeStore over(NodeStore line) {
      Set<Integer> written = new HashSet<>();
      return writing(
          line,
          (write, condition) ->
              write.isTombstone() && !written.add(write.hash()) ? DONE : write.by(condition));
    }
  },
  /** A tombstone is not seen. */
  TOMBSTONE_NOT_SEEN {
    @Override
    NodeStore over(NodeStore line) {
      return new ForwardingStore(line) {
        @Override
        public CompletableFuture<@Nullable StoredValue> load(String key) {
          return super.load(key)
              .thenApply(
                  found -> found == null || Tombstone.isTombstone(found.bytes()) ? null : found);
        }
      };
    }
  },
  /** A record that a node has lost is not stored there again. */
  RECORD_NOT_RESTORED {
    @Override
    NodeStore over(NodeStore line) {
      Set<Integer> written = new HashSet<>();
      return writing(
          line,
          (write, condition) ->
              !write.isTombstone() && !written.add(write.hash()) ? DONE : write.by(condition));
    }
  },
  /** A read finds what this Tomcat has written last, whatever is there by now. */
  READ_OF_ITS_OWN {
    @Override
    NodeStore over(NodeStore line) {
      Map<String, StoredValue> known = new HashMap<>();
      return new ForwardingStore(line) {
        @Override
        public CompletableFuture<@Nullable StoredValue> load(String key) {
          StoredValue own = known.get(key);
          return own == null ? super.load(key) : CompletableFuture.completedFuture(own);
        }

        @Override
        public CompletableFuture<WriteResult> store(
            String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
          return super.store(key, value, timeToLive, condition)
              .thenApply(
                  result -> {
                    if (result.isStored()) {
                      known.put(key, new StoredValue(value, result.version()));
                    }
                    return result;
                  });
        }
      };
    }
  };

  private static final CompletableFuture<WriteResult> DONE =
      CompletableFuture.completedFuture(WriteResult.STORED);

  /** Which requests need not ask the nodes. */
  Affinity rule(NodeHealthBoard health) {
    return AffinityExplorationTest.sticky(health);
  }

  /** A line to a node over which that goes wrong. */
  NodeStore over(NodeStore line) {
    return line;
  }

  private static NodeStore writing(NodeStore line, Mistake mistake) {
    return new ForwardingStore(line) {
      @Override
      public CompletableFuture<WriteResult> store(
          String key, byte[] value, TimeToLive timeToLive, WriteCondition condition) {
        return mistake.make(new Write(line, key, value, timeToLive), condition);
      }
    };
  }

  /** What becomes of a write. */
  private interface Mistake {
    CompletableFuture<WriteResult> make(Write write, WriteCondition condition);
  }

  /** A write that is under way. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Write(NodeStore line, String key, byte[] value, TimeToLive timeToLive) {

    CompletableFuture<WriteResult> by(WriteCondition condition) {
      return line.store(key, value, timeToLive, condition);
    }

    Write with(byte[] other) {
      return new Write(line, key, other, timeToLive);
    }

    boolean isTombstone() {
      return Tombstone.isTombstone(value);
    }

    int hash() {
      return Arrays.hashCode(value);
    }
  }
}
