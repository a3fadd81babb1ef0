package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import io.vavr.Lazy;
import io.vavr.Tuple;
import io.vavr.collection.Array;
import io.vavr.collection.BitSet;
import io.vavr.collection.HashMap;
import io.vavr.collection.HashSet;
import io.vavr.collection.LinkedHashMap;
import io.vavr.collection.LinkedHashSet;
import io.vavr.collection.List;
import io.vavr.collection.PriorityQueue;
import io.vavr.collection.Queue;
import io.vavr.collection.Stream;
import io.vavr.collection.TreeMap;
import io.vavr.collection.TreeSet;
import io.vavr.collection.Vector;
import io.vavr.control.Either;
import io.vavr.control.Option;
import io.vavr.control.Try;
import io.vavr.control.Validation;
import java.util.concurrent.TimeUnit;

/** Vavr's persistent collections and values. */
final class VavrKinds {

  private VavrKinds() {}

  /** A key that has the hash code of its identity: another one after each reading. */
  private static final class Key implements java.io.Serializable {
    private static final long serialVersionUID = 1L;
  }

  static java.util.List<Kind> all() {
    return java.util.List.of(
        Kind.of("Vavr List", () -> List.of("a", "b", "c")),
        Kind.of("Vavr List empty", List::empty),
        Kind.of("Vavr Vector", () -> Vector.range(0, 100)),
        Kind.of("Vavr Array", () -> Array.of("a", "b")),
        Kind.of("Vavr Queue", () -> Queue.of("a", "b")),
        new Kind("Vavr Stream", () -> Stream.of("a", "b"), Object::equals),
        Kind.of("Vavr PriorityQueue", () -> PriorityQueue.of(3, 1, 2)),
        Kind.of("Vavr HashSet", () -> HashSet.of("a", "b", "c")),
        Kind.of("Vavr LinkedHashSet", () -> LinkedHashSet.of("b", "a")),
        Kind.of("Vavr TreeSet", () -> TreeSet.of("b", "a")),
        new Kind("Vavr BitSet", () -> BitSet.of(1, 5, 9), Object::equals),
        Kind.of("Vavr HashMap", () -> HashMap.of("a", 1, "b", 2)),
        new Kind(
            "Vavr HashMap with keys by identity",
            () -> HashMap.of(new Key(), 1, new Key(), 2),
            (a, b) -> b instanceof HashMap<?, ?> map && map.size() == 2 && finds(map)),
        Kind.of("Vavr LinkedHashMap", () -> LinkedHashMap.of("b", 1, "a", 2)),
        Kind.of("Vavr TreeMap", () -> TreeMap.of("b", 1, "a", 2)),
        Kind.of("Vavr Option", () -> Option.of("a")),
        Kind.of("Vavr Option empty", Option::none),
        Kind.of("Vavr Either", () -> Either.right(TimeUnit.DAYS)),
        Kind.of("Vavr Try", () -> Try.success("a")),
        Kind.of(
            "Vavr Try failed",
            () -> Try.failure(Made.withoutTrace(new IllegalStateException("no")))),
        Kind.of("Vavr Validation", () -> Validation.invalid("a")),
        Kind.of("Vavr Tuple", () -> Tuple.of("a", 1, 2L)),
        new Kind(
            "Vavr Lazy",
            () -> {
              Lazy<String> lazy = Lazy.of(() -> "a");
              String unused = lazy.get();
              return lazy;
            },
            (a, b) -> b instanceof Lazy<?> lazy && lazy.get().equals("a")));
  }

  private static <K, V> boolean finds(HashMap<K, V> map) {
    return map.keySet().forAll(map::containsKey);
  }
}
