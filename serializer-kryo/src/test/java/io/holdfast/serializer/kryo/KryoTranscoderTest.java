package io.holdfast.serializer.kryo;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.TranscoderKit;
import io.holdfast.core.transcoder.kit.WorkKit;
import java.util.Set;
import org.junit.jupiter.api.Nested;

final class KryoTranscoderTest extends TranscoderKit {

  static final Set<String> REFUSED =
      Set.of(
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

  @Override
  protected TranscoderFactory factory() {
    return new KryoTranscoderFactory();
  }

  @Override
  protected Set<String> refused() {
    return REFUSED;
  }

  @Override
  protected Set<String> unreadable() {
    return Set.of(
        "String to List",
        "class renamed",
        "enum constant removed",
        "field removed, and its class gone",
        "int to String",
        "int to float, more digits than fit",
        "double to float, more digits than fit",
        "field added that hides an inherited one",
        "writeObject removed",
        "long to int, the value does not fit");
  }

  @Override
  protected String tooHeavy() {
    return "tables";
  }

  @Nested
  final class Work extends WorkKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }
}
