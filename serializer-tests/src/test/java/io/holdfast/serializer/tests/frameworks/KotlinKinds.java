package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.List;
import kotlin.LazyKt;
import kotlin.Pair;
import kotlin.Triple;
import kotlin.Unit;
import kotlin.collections.ArrayDeque;
import kotlin.collections.CollectionsKt;
import kotlin.collections.MapsKt;
import kotlin.collections.SetsKt;
import kotlin.ranges.CharRange;
import kotlin.ranges.IntProgression;
import kotlin.ranges.IntRange;
import kotlin.ranges.LongRange;
import kotlin.text.Regex;
import kotlin.text.RegexOption;
import kotlin.uuid.Uuid;

/** What Kotlin's standard library is made of. */
final class KotlinKinds {

  private KotlinKinds() {}

  static List<Kind> all() {
    return List.of(
        Kind.of("Kotlin Pair", () -> new Pair<>("a", 1)),
        Kind.of("Kotlin Triple", () -> new Triple<>("a", 1, 2L)),
        Kind.of("Kotlin Unit", () -> Unit.INSTANCE, (a, b) -> a == b),
        Kind.of("Kotlin ArrayDeque", () -> new ArrayDeque<>(List.of("a", "b"))),
        Kind.of("Kotlin emptyList", CollectionsKt::emptyList, (a, b) -> a == b),
        Kind.of("Kotlin emptySet", SetsKt::emptySet, (a, b) -> a == b),
        Kind.of("Kotlin emptyMap", MapsKt::emptyMap, (a, b) -> a == b),
        Kind.of("Kotlin listOf", () -> CollectionsKt.listOf("a", "b")),
        Kind.of(
            "Kotlin mapOf", () -> MapsKt.toMap(List.of(new Pair<>("a", 1), new Pair<>("b", 2)))),
        Kind.of("Kotlin buildList", () -> CollectionsKt.build(CollectionsKt.createListBuilder())),
        new Kind("Kotlin buildList filled", KotlinKinds::built, Object::equals),
        new Kind("Kotlin buildSet", KotlinKinds::builtSet, Object::equals),
        new Kind("Kotlin buildMap", KotlinKinds::builtMap, Object::equals),
        Kind.of("Kotlin IntRange", () -> new IntRange(1, 5)),
        Kind.of("Kotlin LongRange", () -> new LongRange(1, 5)),
        Kind.of("Kotlin CharRange", () -> new CharRange('a', 'z')),
        Kind.of("Kotlin IntProgression", () -> IntProgression.Companion.fromClosedRange(1, 9, 2)),
        new Kind(
            "Kotlin lazy, evaluated",
            () -> evaluated(LazyKt.lazy(() -> "a")),
            (a, b) -> b instanceof kotlin.Lazy<?> lazy && lazy.getValue().equals("a")),
        Kind.of("Kotlin Regex", () -> new Regex("a+b", RegexOption.IGNORE_CASE)),
        Kind.of("Kotlin Uuid", () -> Uuid.Companion.fromLongs(1L, 2L)));
  }

  private static Object built() {
    List<String> list = CollectionsKt.createListBuilder();
    list.add("a");
    list.add("b");
    return CollectionsKt.build(list);
  }

  private static Object builtSet() {
    var set = SetsKt.<String>createSetBuilder();
    set.add("a");
    return SetsKt.build(set);
  }

  private static Object builtMap() {
    var map = MapsKt.<String, Integer>createMapBuilder();
    map.put("a", 1);
    return MapsKt.build(map);
  }

  private static Object evaluated(kotlin.Lazy<String> lazy) {
    String unused = lazy.getValue();
    return lazy;
  }
}
