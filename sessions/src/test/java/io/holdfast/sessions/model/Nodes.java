package io.holdfast.sessions.model;

import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.TestClock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The nodes that Tomcats of a test share, with the time of all of them. */
public final class Nodes {

  public final TestClock clock = new TestClock(Instant.parse("2026-01-01T00:00:00Z"));
  private final Map<String, FaultyStore> stores = new TreeMap<>();

  public Nodes(String... ids) {
    for (String id : ids) {
      stores.put(id, new FaultyStore(id, clock));
    }
  }

  public List<String> ids() {
    return List.copyOf(stores.keySet());
  }

  public Map<String, FaultyStore> stores() {
    return stores;
  }

  public FaultyStore get(String id) {
    return Objects.requireNonNull(stores.get(id));
  }

  /** How often this verb was asked for, on all nodes together. */
  public long count(String verb) {
    return operations().stream().filter(operation -> operation.startsWith(verb + " ")).count();
  }

  public List<String> operations() {
    return stores.values().stream().flatMap(store -> store.operations().stream()).toList();
  }

  public void clearOperations() {
    stores.values().forEach(FaultyStore::clearOperations);
  }
}
