package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.TranscoderKit;
import io.holdfast.sessions.engine.SessionContainmentKit;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * The serializer in {@code docs/serializer-extension.md} keeps the promises that ours keep: each
 * night. In a build {@link ExampleConverterTest} compiles and uses it.
 */
@EnabledIfSystemProperty(named = "holdfast.lines", matches = "all")
final class ExampleTranscoderTest extends TranscoderKit {

  private static final ClassLoader LOADER = ExtensionDocument.loader();

  static TranscoderFactory example() {
    return TranscoderFactories.find("PlainTranscoderFactory", LOADER);
  }

  @Override
  protected TranscoderFactory factory() {
    return example();
  }

  @Override
  protected Set<String> refused() {
    return Set.of(
        // Views and entries that are not serializable
        "ArrayList.subList",
        "HashMap entry",
        "HashMap.entrySet",
        "HashMap.keySet",
        "HashMap.values",
        "LinkedHashMap.keySet",
        "List.of.subList",
        "Map.entry",
        "TreeMap.keySet",
        "WeakHashMap",
        // Code rather than data
        "DateTimeFormatter",
        "lambda not Serializable",
        // Written by Java serialization, but not readable again
        "Externalizable without public constructor",
        // Made only when all parts exist, so that no part can refer to them
        "cycle through Arrays.asList",
        "cycle through a record",
        "cycle through an unmodifiable list");
  }

  @Override
  protected Set<String> unreadable() {
    return Set.of(
        "String to List",
        "String to Object",
        "class renamed",
        "enum constant removed",
        "int to float, more digits than fit",
        "double to float, more digits than fit",
        "field added that hides an inherited one",
        "writeObject removed",
        "long to int, the value does not fit");
  }

  @Override
  protected String tooHeavy() {
    return "wide objects";
  }

  @Nested
  final class SessionContainment extends SessionContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }
}
