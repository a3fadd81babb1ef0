package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.ApartKit;
import io.holdfast.core.transcoder.kit.CorruptionKit;
import io.holdfast.core.transcoder.kit.EvolutionKit;
import io.holdfast.core.transcoder.kit.FidelityKit;
import io.holdfast.core.transcoder.kit.GadgetKit;
import io.holdfast.core.transcoder.kit.LimitsKit;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

final class FieldSerializersTest {

  private static final Customized FACTORY = Customized.with(FieldSerializers.class);

  record Address(String street, String city, Integer number, List<String> lines) {}

  private static final Address ADDRESS = new Address("High Street", "Bath", 7, List.of("c/o Ann"));

  private static final Transcoder PLAIN = Customized.with().create();
  private static final Transcoder FIXED = FACTORY.create();

  @Test
  void encodeWhenFieldsHaveNoNamesThenIsSmaller() {
    int names = "street".length() + "city".length() + "number".length() + "lines".length();

    int saved = PLAIN.encode(ADDRESS).length - FIXED.encode(ADDRESS).length;

    assertTrue(saved >= names, () -> "saved " + saved);
  }

  @Test
  void decodeWhenReaderHasNotTheSettingThenIsEqual() {
    assertEquals(ADDRESS, PLAIN.decode(FIXED.encode(ADDRESS)));
  }

  @Test
  void decodeWhenWriterHadNotTheSettingThenIsEqual() {
    assertEquals(ADDRESS, FIXED.decode(PLAIN.encode(ADDRESS)));
  }

  @Test
  void encodeWhenClassIsRegisteredTooThenIsSmallerStill() {
    byte[] first =
        Customized.with(FieldSerializers.class, Addresses.class).create().encode(ADDRESS);
    byte[] last = Customized.with(Addresses.class, FieldSerializers.class).create().encode(ADDRESS);

    assertTrue(first.length < FIXED.encode(ADDRESS).length - 30, () -> "" + first.length);
    assertEquals(first.length, last.length);
  }

  /** As an application would write it. */
  public static final class Addresses extends RegisteredClasses {

    /** Found by name. */
    public Addresses() {}

    @Override
    protected List<Class<?>> classes() {
      return List.of(Address.class);
    }
  }

  @Nested
  final class Apart extends ApartKit {

    @Override
    protected TranscoderFactory factory() {
      return FACTORY;
    }
  }

  @Nested
  final class Fidelity extends FidelityKit {

    @Override
    protected TranscoderFactory factory() {
      return FACTORY;
    }

    @Override
    protected Set<String> refused() {
      return KryoTranscoderTest.REFUSED;
    }
  }

  @Nested
  final class Gadget extends GadgetKit {

    @Override
    protected TranscoderFactory factory() {
      return FACTORY;
    }
  }

  @Nested
  final class Corruption extends CorruptionKit {

    @Override
    protected TranscoderFactory factory() {
      return FACTORY;
    }
  }

  @Nested
  final class Limits extends LimitsKit {

    @Override
    protected TranscoderFactory factory() {
      return FACTORY;
    }
  }

  @Nested
  final class Evolution extends EvolutionKit {

    @Override
    protected TranscoderFactory factory() {
      return FACTORY;
    }

    @Override
    protected Set<String> unreadable() {
      return Set.of(
          "field added",
          "field with an initial value added",
          "field added, no serialVersionUID",
          "field removed",
          "field removed, and its class gone",
          "field made transient",
          "field renamed",
          "int to long",
          "long to int, the value fits",
          "double to int, the value fits",
          "int to Integer",
          "Integer to int",
          "float to double",
          "int to float, more digits than fit",
          "double to float, more digits than fit",
          "field added that hides an inherited one",
          "writeObject removed",
          "field removed that hid an inherited one",
          "long to int, the value does not fit",
          "String to Object",
          "String to List",
          "enum constant removed",
          "record component added",
          "record components reordered",
          "superclass inserted",
          "superclass removed",
          "int to String",
          "class renamed");
    }
  }
}
