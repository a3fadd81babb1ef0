package io.holdfast.sessions.engine;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Which requests use which attributes of an instance: so what one has changed behind its answer is
 * told from what others have changed. Safe for several threads: what is noted already is found
 * without the lock and without garbage, all that changes is guarded by {@code this}.
 */
final class AttributeUses {

  /** More requests than use one instance side by side. */
  private static final int MOST_REQUESTS = 64;

  private final Map<AnswerState, Names> byRequest = new ConcurrentHashMap<>();

  /** Used by threads whose request is unknown. */
  private volatile Names byOthers = new Names();

  /** Requests whose last changes are in the attributes that are just being encoded. */
  private final Set<AnswerState> settled = new HashSet<>();

  private volatile Supplier<@Nullable AnswerState> asking = () -> null;

  AttributeUses() {}

  /** Attributes that may have been changed in place, and those that were set or removed. */
  private record Names(ChangeNotes used, ChangeNotes set) {

    Names() {
      this(new ChangeNotes(), new ChangeNotes());
    }

    boolean has(String name, boolean sets) {
      return (sets ? set : used).contains(name);
    }

    void add(Names others) {
      used.addAll(others.used);
      set.addAll(others.set);
    }
  }

  /** Says whose request the calling thread serves; null if that is not known. */
  void askedBy(Supplier<@Nullable AnswerState> request) {
    asking = request;
  }

  /** The calling thread sets or removes an attribute, or it may change in place. */
  void note(String name, boolean sets) {
    AnswerState request = asking.get();
    Names noted = request == null ? byOthers : byRequest.get(request);
    if (noted == null || !noted.has(name, sets)) {
      note(request, name, sets);
    }
  }

  private synchronized void note(@Nullable AnswerState request, String name, boolean sets) {
    Names names =
        request == null ? byOthers : byRequest.computeIfAbsent(request, first -> new Names());
    names.used.add(name);
    if (sets) {
      names.set.add(name);
    }
    if (byRequest.size() > MOST_REQUESTS) {
      byRequest.values().forEach(byOthers::add);
      byRequest.clear();
    }
  }

  /** The attributes are about to be encoded. */
  synchronized void beginEncoding() {
    for (AnswerState request : byRequest.keySet()) {
      if (request.isOver()) {
        settled.add(request);
      }
    }
  }

  /**
   * Returns the encoded changes that may have been made after their request was answered, while
   * other requests have no answer yet. An uncertain attribute gives way: the request that uses it
   * began before others stored it, so either change may be the later one.
   */
  synchronized LateChanges late(ShownVersions shown) {
    Set<String> unanswered = byOthers.used.names();
    Set<String> set = byOthers.set.names();
    Set<String> doubtful = Set.of();
    for (Map.Entry<AnswerState, Names> each : byRequest.entrySet()) {
      Names names = each.getValue();
      if (each.getKey().isComplete()) {
        doubtful = both(doubtful, names.used);
      } else {
        unanswered = both(unanswered, names.used);
        set = both(set, names.set);
      }
    }
    if (set.containsAll(doubtful)) {
      doubtful = Set.of();
    } else if (!set.isEmpty()) {
      doubtful = new HashSet<>(doubtful);
      doubtful.removeAll(set);
    }
    forgetSettled();
    return new LateChanges(shown, unanswered, doubtful);
  }

  private static Set<String> both(Set<String> some, ChangeNotes more) {
    if (some.isEmpty() || more.isEmpty()) {
      return some.isEmpty() ? more.names() : some;
    }
    Set<String> all = new HashSet<>(some);
    all.addAll(more.names());
    return all;
  }

  /** Returns that all was changed behind answers: every active request has its answer. */
  synchronized LateChanges allLate(ShownVersions shown) {
    byOthers = new Names();
    forgetSettled();
    return new LateChanges(shown, null, Set.of());
  }

  /** Forgets ended requests. If one could not store its changes, a later save stores them. */
  private void forgetSettled() {
    for (AnswerState request : settled) {
      Names names = byRequest.remove(request);
      if (names != null && !request.isComplete()) {
        byOthers.add(names);
      }
    }
    settled.clear();
  }
}
