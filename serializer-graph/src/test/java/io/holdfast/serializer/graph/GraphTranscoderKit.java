package io.holdfast.serializer.graph;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.TranscoderKit;
import io.holdfast.core.transcoder.kit.WorkKit;
import java.util.Set;
import org.junit.jupiter.api.Nested;

/** The promises of a serializer that writes graphs as this module does. */
public abstract class GraphTranscoderKit extends TranscoderKit {

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

  /** What is written is read. */
  @Nested
  final class RoundTrip extends RoundTripKit {

    @Override
    protected TranscoderFactory factory() {
      return GraphTranscoderKit.this.factory();
    }
  }

  /** Classes of applications. */
  @Nested
  final class Application extends ApplicationKit {

    @Override
    protected TranscoderFactory factory() {
      return GraphTranscoderKit.this.factory();
    }
  }

  /** Bytes of those who attack. */
  @Nested
  final class HostileBytes extends HostileBytesKit {

    @Override
    protected TranscoderFactory factory() {
      return GraphTranscoderKit.this.factory();
    }
  }

  /** Graphs that take long. */
  @Nested
  final class Work extends WorkKit {

    @Override
    protected TranscoderFactory factory() {
      return GraphTranscoderKit.this.factory();
    }

    @Override
    protected boolean sharesTexts() {
      return false;
    }
  }
}
