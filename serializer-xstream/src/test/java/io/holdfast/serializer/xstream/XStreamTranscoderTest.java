package io.holdfast.serializer.xstream;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.ApartKit;
import io.holdfast.core.transcoder.kit.ChangedKeysKit;
import io.holdfast.core.transcoder.kit.ConcurrencyKit;
import io.holdfast.core.transcoder.kit.ContainmentKit;
import io.holdfast.core.transcoder.kit.CorruptionKit;
import io.holdfast.core.transcoder.kit.DenialKit;
import io.holdfast.core.transcoder.kit.EvolutionKit;
import io.holdfast.core.transcoder.kit.FidelityKit;
import io.holdfast.core.transcoder.kit.ForeignCollectionsKit;
import io.holdfast.core.transcoder.kit.GadgetKit;
import io.holdfast.core.transcoder.kit.LimitsKit;
import io.holdfast.core.transcoder.kit.MemoryKit;
import io.holdfast.core.transcoder.kit.UnloadingKit;
import io.holdfast.core.transcoder.kit.WorkKit;
import io.holdfast.serializer.graph.ApplicationKit;
import io.holdfast.serializer.graph.HostileBytesKit;
import io.holdfast.serializer.graph.RoundTripKit;
import java.util.Set;
import org.junit.jupiter.api.Nested;

final class XStreamTranscoderTest {

  @Nested
  final class Fidelity extends FidelityKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
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
  }

  @Nested
  final class Denial extends DenialKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class RoundTrip extends RoundTripKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class Application extends ApplicationKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class HostileBytes extends HostileBytesKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class Evolution extends EvolutionKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
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
  }

  @Nested
  final class Concurrency extends ConcurrencyKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class Corruption extends CorruptionKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class Gadget extends GadgetKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class Limits extends LimitsKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class Apart extends ApartKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class Containment extends ContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class ChangedKeys extends ChangedKeysKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class ForeignCollections extends ForeignCollectionsKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class Unloading extends UnloadingKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class Memory extends MemoryKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }

    @Override
    protected String refused() {
      return "wide objects";
    }
  }

  @Nested
  final class Work extends WorkKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }

    @Override
    protected boolean sharesTexts() {
      return false;
    }
  }
}
