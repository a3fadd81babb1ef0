package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.FidelityKit;
import java.util.Set;

final class JavolutionFidelityTest extends FidelityKit {

  @Override
  protected TranscoderFactory factory() {
    return new JavolutionTranscoderFactory();
  }

  @Override
  protected Set<String> refused() {
    return Set.of(
        "DateTimeFormatter",
        "WeakHashMap",
        "Map.entry",
        "ArrayList.subList",
        "List.of.subList",
        "HashMap.keySet",
        "HashMap.values",
        "HashMap.entrySet",
        "LinkedHashMap.keySet",
        "HashMap entry",
        "TreeMap.keySet",
        "lambda not Serializable",
        "Externalizable without public constructor",
        "cycle through a record",
        "cycle through an unmodifiable list",
        "cycle through Arrays.asList");
  }
}
