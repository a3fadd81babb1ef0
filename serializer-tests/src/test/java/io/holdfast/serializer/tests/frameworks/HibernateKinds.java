package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.hibernate.collection.spi.AbstractPersistentCollection;
import org.hibernate.collection.spi.PersistentBag;
import org.hibernate.collection.spi.PersistentList;
import org.hibernate.collection.spi.PersistentMap;
import org.hibernate.collection.spi.PersistentSet;
import org.hibernate.collection.spi.PersistentSortedMap;
import org.hibernate.collection.spi.PersistentSortedSet;
import org.jspecify.annotations.Nullable;

/** Collections of entities that were loaded and then detached from their Hibernate session. */
@SuppressWarnings({"UnusedVariable", "serial"}) // what they hold is serializable
final class HibernateKinds {

  private HibernateKinds() {}

  /** An entity without equals, as many are. */
  private static final class Order implements Serializable {
    private static final long serialVersionUID = 1L;
    @Nullable Object lines;
    @Nullable Object tags;
    @Nullable Object prices;
  }

  private static final class Line implements Serializable {
    private static final long serialVersionUID = 1L;
    final String name;
    final Order order;

    Line(String name, Order order) {
      this.name = name;
      this.order = order;
    }
  }

  static List<Kind> all() {
    return List.of(
        Kind.of("Hibernate PersistentBag", () -> bag(list())),
        Kind.of("Hibernate PersistentList", () -> list(list())),
        Kind.of("Hibernate PersistentSet", () -> set(new HashSet<>(list()))),
        Kind.of(
            "Hibernate PersistentSortedSet",
            () -> loaded(new PersistentSortedSet<>(), "set", new TreeSet<>(list()))),
        Kind.of("Hibernate PersistentMap", () -> map(new HashMap<>(Map.of("a", 1)))),
        Kind.of(
            "Hibernate PersistentSortedMap",
            () -> loaded(new PersistentSortedMap<>(), "map", new TreeMap<>(Map.of("a", 1)))),
        Kind.of("Hibernate entity with collections", HibernateKinds::order),
        new Kind(
            "Hibernate entity with a collection not loaded",
            HibernateKinds::orderNotLoaded,
            (a, b) -> b instanceof Order o && isNotLoaded(o.lines)));
  }

  private static List<String> list() {
    return new ArrayList<>(List.of("a", "b"));
  }

  /** As a collection is after its entity was loaded and its session was closed. */
  private static <C extends AbstractPersistentCollection<?>> C loaded(
      C collection, String field, Object content) {
    Made.set(collection, field, content);
    Made.set(collection, "initialized", true);
    collection.setSnapshot(7L, "Order." + field, null);
    return collection;
  }

  private static <E> PersistentBag<E> bag(List<E> content) {
    PersistentBag<E> bag = loaded(new PersistentBag<>(), "bag", content);
    Made.set(bag, "collection", content);
    return bag;
  }

  private static <E> PersistentList<E> list(List<E> content) {
    return loaded(new PersistentList<>(), "list", content);
  }

  private static <E> PersistentSet<E> set(Set<E> content) {
    return loaded(new PersistentSet<>(), "set", content);
  }

  private static <K, V> PersistentMap<K, V> map(Map<K, V> content) {
    return loaded(new PersistentMap<>(), "map", content);
  }

  private static Object order() {
    Order order = new Order();
    List<Line> lines = new ArrayList<>(List.of(new Line("tea", order), new Line("cup", order)));
    PersistentBag<Line> bag = bag(lines);
    bag.setOwner(order);
    order.lines = bag;
    PersistentSet<Line> tags = set(new HashSet<>(lines));
    tags.setOwner(order);
    order.tags = tags;
    order.prices = map(new HashMap<>(Map.of("tea", 250)));
    return order;
  }

  private static Object orderNotLoaded() {
    Order order = new Order();
    PersistentBag<Line> bag = new PersistentBag<>();
    bag.setSnapshot(7L, "Order.lines", null);
    bag.setOwner(order);
    order.lines = bag;
    return order;
  }

  private static boolean isNotLoaded(@Nullable Object collection) {
    return collection instanceof PersistentBag<?> bag
        && !bag.wasInitialized()
        && "Order.lines".equals(bag.getRole());
  }
}
