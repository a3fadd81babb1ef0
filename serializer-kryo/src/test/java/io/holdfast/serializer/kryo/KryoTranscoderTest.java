package io.holdfast.serializer.kryo;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.FidelityKit;
import java.util.Set;
import org.junit.jupiter.api.Nested;

final class KryoTranscoderTest {

  @Nested
  final class Fidelity extends FidelityKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }

    @Override
    protected Set<String> refused() {
      return Set.of(
          // Of the JDK, and not Serializable
          "ArrayList.subList",
          "DateTimeFormatter",
          "HashMap entry",
          "HashMap.entrySet",
          "HashMap.keySet",
          "HashMap.values",
          "LinkedHashMap.keySet",
          "List.of.subList",
          "Map.entry",
          "TreeMap.keySet",
          // Nothing could make them again
          "Externalizable without public constructor",
          "lambda not Serializable",
          // Exist only after their parts
          "cycle through Arrays.asList",
          "cycle through a record",
          "cycle through an unmodifiable list");
    }
  }
}
