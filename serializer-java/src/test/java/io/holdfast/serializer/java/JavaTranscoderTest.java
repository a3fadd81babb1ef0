package io.holdfast.serializer.java;

import io.holdfast.core.nonsticky.SessionContainmentKit;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.ApartKit;
import io.holdfast.core.transcoder.kit.ConcurrencyKit;
import io.holdfast.core.transcoder.kit.ContainmentKit;
import io.holdfast.core.transcoder.kit.CorruptionKit;
import io.holdfast.core.transcoder.kit.DenialKit;
import io.holdfast.core.transcoder.kit.EvolutionKit;
import io.holdfast.core.transcoder.kit.FidelityKit;
import io.holdfast.core.transcoder.kit.GadgetKit;
import io.holdfast.core.transcoder.kit.LimitsKit;
import io.holdfast.core.transcoder.kit.UnloadingKit;
import io.holdfast.core.transcoder.kit.WorkKit;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.NotSerializableException;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
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

  @Nested
  final class Gadget extends GadgetKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }
  }

  @Nested
  final class Denial extends DenialKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }
  }

  @Nested
  final class Corruption extends CorruptionKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }
  }

  @Nested
  final class Limits extends LimitsKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }
  }

  @Nested
  final class Apart extends ApartKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }
  }

  @Nested
  final class Containment extends ContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }
  }

  @Nested
  final class SessionContainment extends SessionContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }
  }

  @Nested
  final class Unloading extends UnloadingKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }
  }

  @Nested
  final class Concurrency extends ConcurrencyKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }
  }

  @Nested
  final class Evolution extends EvolutionKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }

    @Override
    protected Set<String> unreadable() {
      return Set.of(
          "Integer to int",
          "String to List",
          "class renamed",
          "enum constant removed",
          "field added, no serialVersionUID",
          "float to double",
          "int to Integer",
          "int to String",
          "int to long",
          "int to float, more digits than fit",
          "double to float, more digits than fit",
          "long to int",
          "method added, no serialVersionUID");
    }

    @Override
    protected Set<String> lost() {
      return Set.of("field moved to a superclass");
    }
  }

  @Nested
  final class Work extends WorkKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }

    /** Those who attack need no transcoder of ours. */
    @Override
    protected byte[] hostile(Object graph, Object alike) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
        out.writeObject(graph);
      } catch (NotSerializableException e) {
        Assumptions.abort("not for this serializer: " + e);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return bytes.toByteArray();
    }
  }
}
