package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.gson.JsonPrimitive;
import io.holdfast.converters.Gson;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.ApartKit;
import io.holdfast.core.transcoder.kit.ChangedKeysKit;
import io.holdfast.core.transcoder.kit.ConcurrencyKit;
import io.holdfast.core.transcoder.kit.ContainmentKit;
import io.holdfast.core.transcoder.kit.CorruptionKit;
import io.holdfast.core.transcoder.kit.DenialKit;
import io.holdfast.core.transcoder.kit.EvolutionKit;
import io.holdfast.core.transcoder.kit.FidelityKit;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.core.transcoder.kit.ForeignCollectionsKit;
import io.holdfast.core.transcoder.kit.GadgetKit;
import io.holdfast.core.transcoder.kit.LimitsKit;
import io.holdfast.core.transcoder.kit.MemoryKit;
import io.holdfast.core.transcoder.kit.UnloadingKit;
import io.holdfast.sessions.engine.SessionContainmentKit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The serializer in {@code docs/serializer-extension.md} keeps the promises that ours keep. */
final class ExampleTranscoderTest {

  private static final ClassLoader LOADER = ExtensionDocument.loader();

  private static TranscoderFactory example() {
    return TranscoderFactories.find("PlainTranscoderFactory", LOADER);
  }

  @Test
  void encodeWhenConverterIsNamedThenItServes() {
    ClassFilter filter = Filters.ofLoader(ExampleTranscoderTest.class.getClassLoader(), "");
    Transcoder transcoder =
        example()
            .create(
                new TranscoderContext(
                    filter, DecodeLimits.DEFAULTS, false, List.of(Gson.class.getName())));

    assertEquals(
        new JsonPrimitive("a"), transcoder.decode(transcoder.encode(new JsonPrimitive("a"))));
  }

  @Nested
  final class Fidelity extends FidelityKit {

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
  }

  @Nested
  final class Denial extends DenialKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }

  @Nested
  final class Evolution extends EvolutionKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
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
  final class Corruption extends CorruptionKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }

  @Nested
  final class Gadget extends GadgetKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }

  @Nested
  final class Limits extends LimitsKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }

  @Nested
  final class Apart extends ApartKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }

  @Nested
  final class Containment extends ContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }

  @Nested
  final class ChangedKeys extends ChangedKeysKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }

  @Nested
  final class ForeignCollections extends ForeignCollectionsKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }

  @Nested
  final class Unloading extends UnloadingKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }

  @Nested
  final class Concurrency extends ConcurrencyKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }
  }

  @Nested
  final class Memory extends MemoryKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }

    @Override
    protected String refused() {
      return "wide objects";
    }
  }

  @Nested
  final class SessionContainment extends SessionContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return example();
    }

    @Override
    protected String tooHeavy() {
      return "wide objects";
    }
  }
}
