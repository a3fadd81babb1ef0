package io.holdfast.core.flow;

import io.holdfast.core.storage.InMemoryStore;
import io.holdfast.core.storage.TestClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The nodes that Tomcats of a test share, with the time of all of them. */
final class Nodes {

  final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final Map<String, InMemoryStore> stores = new TreeMap<>();

  Nodes(String... ids) {
    for (String id : ids) {
      stores.put(id, new InMemoryStore(id, clock));
    }
  }

  List<String> ids() {
    return List.copyOf(stores.keySet());
  }

  Map<String, InMemoryStore> stores() {
    return stores;
  }

  InMemoryStore get(String id) {
    return Objects.requireNonNull(stores.get(id));
  }

  /** How often this verb was asked for, on all nodes together. */
  long count(String verb) {
    return operations().stream().filter(operation -> operation.startsWith(verb + " ")).count();
  }

  List<String> operations() {
    return stores.values().stream().flatMap(store -> store.operations().stream()).toList();
  }

  void clearOperations() {
    stores.values().forEach(InMemoryStore::clearOperations);
  }
}
