package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Classes that say how they are serialized, in cycles and out of them: what Java's serialization
 * keeps, each serializer keeps with the same identity, or refuses when it is written.
 */
final class OwnShapesTest {

  /** Neither is there before its parts are read. */
  private static final Set<String> BY_ALL =
      Set.of("record around a node that holds the record", "lambda before its owner");

  /**
   * The JDK's part of an exception is written by the JDK; who refers to what is resolved later
   * would keep the other one; a stand-in is written as it is.
   */
  private static final Set<String> BY_THE_OTHERS =
      Set.of(
          "node in an exception",
          "resolved to another one, in a cycle",
          "serialization proxy whose parts lead back to its object",
          "stand-in of a stand-in, which is there");

  /** Rare ones, but not so rare that they may be refused. */
  private static final Set<String> KEPT =
      Set.of(
          "EnumSet in an exception twice",
          "LongAdder in a node, then outside",
          "lazy values in a node and elsewhere",
          "lock outside, then in an exception",
          "proxy that names what is written",
          "stand-in in a node twice",
          "stand-in of parts that are made for it",
          "stand-in that stays outside, then in an exception",
          "two proxies of a node, one in another node",
          "values that one class writes");

  private static Set<String> with(String outcome, Map<String, String> outcomes) {
    Set<String> names = new TreeSet<>();
    outcomes.forEach(
        (name, found) -> {
          if (found.equals(outcome)) {
            names.add(name);
          }
        });
    return names;
  }

  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenClassesSayHowTheyAreSerializedThenAsListed(Serializer serializer) {
    Map<String, String> outcomes = OwnShapeOutcomes.of(serializer);

    assertEquals(refused(serializer), with(OwnShapeOutcomes.REFUSED, outcomes));
    assertEquals(Set.of(), with(OwnShapeOutcomes.DIFFERENT, outcomes));
    assertEquals(Set.of(), with(OwnShapeOutcomes.UNNAMED, outcomes));
  }

  /** None is different, and none fails only when it is read. */
  @ParameterizedTest
  @FieldSource("io.holdfast.serializer.tests.Serializer#ALL")
  void encodeWhenGraphsAreRareThenKeptOrRefused(Serializer serializer) {
    Map<String, Supplier<Object>> graphs = new TreeMap<>(RareShapes.all());
    graphs.putAll(UnlistedShapes.all());
    Map<String, String> outcomes = OwnShapeOutcomes.of(serializer, graphs);

    Set<String> refused = with(OwnShapeOutcomes.REFUSED, outcomes);
    System.out.printf(
        "[rare graphs] %s refuses %d of %d: %s%n",
        serializer, refused.size(), outcomes.size(), refused);
    assertEquals(Set.of(), with(OwnShapeOutcomes.DIFFERENT, outcomes));
    assertEquals(Set.of(), with(OwnShapeOutcomes.UNNAMED, outcomes));
    KEPT.forEach(name -> assertEquals(OwnShapeOutcomes.KEPT, outcomes.get(name), name));
  }

  private static Set<String> refused(Serializer serializer) {
    return switch (serializer.title()) {
      case "java" -> BY_ALL;
      default -> and(BY_ALL, BY_THE_OTHERS);
    };
  }

  private static Set<String> and(Set<String> some, Set<String> more) {
    Set<String> all = new TreeSet<>(some);
    all.addAll(more);
    return all;
  }
}
