package io.holdfast.serializer.tests.frameworks;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import io.holdfast.core.transcoder.kit.Kind;
import java.util.List;
import java.util.Map;
import org.apache.commons.collections4.bidimap.DualHashBidiMap;
import org.apache.commons.collections4.list.TreeList;
import org.apache.commons.collections4.map.CaseInsensitiveMap;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.map.ListOrderedMap;
import org.apache.commons.collections4.multimap.ArrayListValuedHashMap;
import org.apache.commons.collections4.multiset.HashMultiSet;
import org.apache.commons.lang3.Range;
import org.apache.commons.lang3.mutable.MutableInt;
import org.apache.commons.lang3.tuple.MutablePair;
import org.apache.commons.lang3.tuple.Pair;
import org.eclipse.collections.impl.factory.Lists;
import org.eclipse.collections.impl.factory.Maps;
import org.eclipse.collections.impl.factory.Multimaps;
import org.eclipse.collections.impl.factory.Sets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Small libraries that many applications use. */
final class LibraryKinds {

  private LibraryKinds() {}

  /** An attribute that keeps its logger in a field. */
  @SuppressWarnings("serial") // loggers are serializable, which their interface does not say
  private static final class Logging implements java.io.Serializable {
    private static final long serialVersionUID = 1L;
    final Logger log = LoggerFactory.getLogger(Logging.class);
  }

  static List<Kind> all() {
    return List.of(
        Kind.of(
            "Logback Logger in a field",
            Logging::new,
            (a, b) -> ((Logging) b).log == ((Logging) a).log),
        Kind.of("Jackson ObjectNode", () -> JsonNodeFactory.instance.objectNode().put("a", 1)),
        Kind.of("Jackson ArrayNode", () -> JsonNodeFactory.instance.arrayNode().add(1)),
        Kind.of("Gson JsonObject", LibraryKinds::gson),
        Kind.of("Commons Pair", () -> Pair.of("a", 1)),
        Kind.of("Commons MutablePair", () -> MutablePair.of("a", 1)),
        Kind.of("Commons MutableInt", () -> new MutableInt(7)),
        Kind.of("Commons Range", () -> Range.of(1, 5)),
        Kind.of("Commons HashMultiSet", () -> new HashMultiSet<>(List.of("a", "a"))),
        Kind.of("Commons TreeList", () -> new TreeList<>(List.of("a", "b"))),
        Kind.of("Commons LRUMap", () -> new LRUMap<>(Map.of("a", 1))),
        Kind.of("Commons CaseInsensitiveMap", () -> new CaseInsensitiveMap<>(Map.of("A", 1))),
        Kind.of(
            "Commons ListOrderedMap",
            () -> ListOrderedMap.listOrderedMap(new java.util.HashMap<>(Map.of("a", 1)))),
        Kind.of("Commons DualHashBidiMap", () -> new DualHashBidiMap<>(Map.of("a", 1))),
        Kind.of(
            "Commons ArrayListValuedHashMap",
            () -> {
              var map = new ArrayListValuedHashMap<String, Integer>();
              map.put("a", 1);
              map.put("a", 2);
              return map;
            }),
        Kind.of("Eclipse FastList", () -> Lists.mutable.of("a", "b")),
        Kind.of("Eclipse immutable list", () -> Lists.immutable.of("a", "b")),
        new Kind(
            "Eclipse UnifiedMap",
            () -> Maps.mutable.of("a", 1, "b", 2),
            LibraryKinds::sameClassAndEqual),
        new Kind(
            "Eclipse immutable map",
            () -> Maps.immutable.of("a", 1, "b", 2),
            LibraryKinds::sameClassAndEqual),
        new Kind(
            "Eclipse UnifiedSet", () -> Sets.mutable.of("a", "b"), LibraryKinds::sameClassAndEqual),
        new Kind(
            "Eclipse immutable set",
            () -> Sets.immutable.of("a", "b"),
            LibraryKinds::sameClassAndEqual),
        new Kind(
            "Eclipse FastListMultimap",
            () -> Multimaps.mutable.list.with("a", 1),
            LibraryKinds::sameClassAndEqual));
  }

  private static boolean sameClassAndEqual(Object a, Object b) {
    return a.getClass() == b.getClass() && a.equals(b);
  }

  private static Object gson() {
    JsonObject object = new JsonObject();
    object.addProperty("a", 1);
    JsonArray array = new JsonArray();
    array.add("b");
    object.add("c", array);
    return object;
  }
}
