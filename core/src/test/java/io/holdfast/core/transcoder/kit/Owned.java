package io.holdfast.core.transcoder.kit;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Tables whose keys ask the object that has the table. Where that object is read first, its table
 * is filled while it is not there yet.
 */
@SuppressWarnings({"JdkObsolete", "serial"})
final class Owned {

  private Owned() {}

  /** Has a table, before what the keys of the table ask. */
  static final class Owner implements Serializable {

    private static final long serialVersionUID = 1L;

    private @Nullable Object aTable;
    private final String name;

    Owner(String name) {
      this.name = name;
    }

    /** So that the field is used. */
    @Override
    public String toString() {
      return name + " of " + (aTable == null ? "nothing" : aTable.getClass());
    }
  }

  /** A key that belongs to an owner. */
  static final class Key implements Serializable, Comparable<Key> {

    private static final long serialVersionUID = 1L;

    private final Owner owner;
    private final int number;

    Key(Owner owner, int number) {
      this.owner = owner;
      this.number = number;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Key key && compareTo(key) == 0;
    }

    @Override
    public int hashCode() {
      return owner.name.hashCode() + number;
    }

    @Override
    public int compareTo(Key other) {
      int names = owner.name.compareTo(other.owner.name);
      return names == 0 ? Integer.compare(number, other.number) : names;
    }
  }

  /** A key that has another hash code before its owner is read, rather than none. */
  static final class QuietKey implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Owner owner;

    QuietKey(Owner owner) {
      this.owner = owner;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof QuietKey key && Objects.equals(owner.name, key.owner.name);
    }

    @Override
    public int hashCode() {
      return Objects.hashCode(owner.name);
    }
  }

  /** Owners of tables with a quiet key, by the name of the table. */
  static Map<String, Owner> quiet() {
    Map<String, Owner> owners = new LinkedHashMap<>();
    addQuiet(owners, "HashSet", key -> new HashSet<>(Set.of(key)));
    addQuiet(owners, "HashMap", key -> new HashMap<>(Map.of(key, "v")));
    addQuiet(owners, "Set.of", key -> Set.of(key, "b", "c"));
    addQuiet(owners, "Map.of", key -> Map.of(key, "v", "b", "v", "c", "v"));
    addQuiet(
        owners, "Set.of, unmodifiable", key -> Collections.unmodifiableSet(Set.of(key, "b", "c")));
    return owners;
  }

  private static void addQuiet(
      Map<String, Owner> owners, String name, Function<QuietKey, Object> table) {
    Owner owner = new Owner("owner");
    owner.aTable = table.apply(new QuietKey(owner));
    owners.put(name, owner);
  }

  /** Whether the table of an owner finds what it holds. */
  static boolean findsItsKeys(Owner owner) {
    Collection<?> keys =
        owner.aTable instanceof Map<?, ?> map
            ? map.keySet()
            : (Collection<?>) Objects.requireNonNull(owner.aTable);
    return keys.stream().allMatch(keys::contains);
  }

  /** Each with a graph of the same classes that leads nowhere. */
  static List<Bombs.Bomb> graphs() {
    List<Bombs.Bomb> graphs = new ArrayList<>();
    add(graphs, "set", collection(HashSet::new));
    add(graphs, "sorted set", collection(TreeSet::new));
    add(graphs, "queue", collection(PriorityQueue::new));
    add(graphs, "blocking queue", collection(PriorityBlockingQueue::new));
    add(graphs, "concurrent set", collection(ConcurrentHashMap::newKeySet));
    add(graphs, "synchronized set", collection(() -> Collections.synchronizedSet(new HashSet<>())));
    add(graphs, "Set.copyOf", Set::copyOf);
    add(graphs, "Set.of", keys -> Set.of(keys.get(0)));
    add(graphs, "toUnmodifiableSet", keys -> keys.stream().collect(Collectors.toUnmodifiableSet()));
    add(graphs, "Set.copyOf, unmodifiable", keys -> Collections.unmodifiableSet(Set.copyOf(keys)));
    add(graphs, "Set.copyOf in a list", keys -> List.of(Set.copyOf(keys), "b"));
    add(graphs, "Set.copyOf in a map", keys -> new HashMap<>(Map.of("k", Set.copyOf(keys))));
    add(graphs, "Set.copyOf in a reference", keys -> new AtomicReference<>(Set.copyOf(keys)));
    add(graphs, "Set.copyOf in an array", keys -> new Object[] {Set.copyOf(keys)});
    add(graphs, "Map.copyOf", keys -> Map.copyOf(byKey(keys)));
    add(graphs, "Map.of", keys -> Map.of(keys.get(0), "v"));
    add(graphs, "Map.ofEntries", keys -> Map.ofEntries(Map.entry(keys.get(0), "v")));
    add(
        graphs,
        "Map.copyOf, unmodifiable",
        keys -> Collections.unmodifiableMap(Map.copyOf(byKey(keys))));
    add(
        graphs,
        "toUnmodifiableMap",
        keys -> keys.stream().collect(Collectors.toUnmodifiableMap(key -> key, key -> "v")));
    add(graphs, "map", map(HashMap::new));
    add(graphs, "linked map", map(LinkedHashMap::new));
    add(graphs, "sorted map", map(TreeMap::new));
    add(graphs, "table", map(Hashtable::new));
    add(graphs, "concurrent map", map(ConcurrentHashMap::new));
    add(graphs, "skip list", map(ConcurrentSkipListMap::new));
    return graphs;
  }

  private interface Tables {
    Object of(List<Key> keys);
  }

  private static Tables collection(Supplier<Collection<Key>> make) {
    return keys -> {
      Collection<Key> collection = make.get();
      collection.addAll(keys);
      return collection;
    };
  }

  private static Tables map(Supplier<Map<Key, String>> make) {
    return keys -> {
      Map<Key, String> map = make.get();
      keys.forEach(key -> map.put(key, "v"));
      return map;
    };
  }

  private static Map<Key, String> byKey(List<Key> keys) {
    Map<Key, String> map = new HashMap<>();
    keys.forEach(key -> map.put(key, "v"));
    return map;
  }

  private static void add(List<Bombs.Bomb> graphs, String name, Tables tables) {
    graphs.add(new Bombs.Bomb(name, graph(tables, true), graph(tables, false)));
  }

  private static Object graph(Tables tables, boolean leadsBack) {
    Owner owner = new Owner("owner");
    Object table = tables.of(List.of(new Key(owner, 1), new Key(owner, 2)));
    owner.aTable = leadsBack ? table : new ArrayList<>();
    return leadsBack ? owner : new ArrayList<>(List.of(owner, table));
  }
}
