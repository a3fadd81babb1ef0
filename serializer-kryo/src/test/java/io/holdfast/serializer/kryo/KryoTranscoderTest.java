package io.holdfast.serializer.kryo;

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
import java.util.Set;
import org.junit.jupiter.api.Nested;

final class KryoTranscoderTest {

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

  @Nested
  final class Fidelity extends FidelityKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }

    @Override
    protected Set<String> refused() {
      return REFUSED;
    }
  }

  @Nested
  final class Gadget extends GadgetKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class Denial extends DenialKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class Corruption extends CorruptionKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class Limits extends LimitsKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class Apart extends ApartKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class Containment extends ContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class ChangedKeys extends ChangedKeysKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class ForeignCollections extends ForeignCollectionsKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class Unloading extends UnloadingKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class Concurrency extends ConcurrencyKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class Evolution extends EvolutionKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
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
  }

  @Nested
  final class Memory extends MemoryKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }

    @Override
    protected String refused() {
      return "tables";
    }
  }

  @Nested
  final class Work extends WorkKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }
}
