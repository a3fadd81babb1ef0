package io.holdfast.serializer.java;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.FidelityKit;
import java.util.Set;
import org.junit.jupiter.api.Nested;

final class JavaTranscoderTest {

  @Nested
  final class Fidelity extends FidelityKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }

    @Override
    protected Set<String> refused() {
      return Set.of(
          // Not Serializable
          "Charset",
          "DateTimeFormatter",
          "Object",
          "Optional",
          "Optional empty",
          "OptionalDouble",
          "OptionalInt",
          "OptionalLong",
          "Path",
          "Map.entry",
          "WeakHashMap",
          "ArrayList.subList",
          "HashMap entry",
          "HashMap.entrySet",
          "HashMap.keySet",
          "HashMap.values",
          "LinkedHashMap.keySet",
          "List.of.subList",
          "TreeMap.keySet",
          "fields of every declared type",
          "lambda not Serializable",
          "not Serializable",
          "not Serializable, no default constructor",
          "record not Serializable",
          // Written, but not readable again
          "Externalizable without public constructor",
          "Serializable child of a plain parent",
          "cycle through a record");
    }
  }
}
