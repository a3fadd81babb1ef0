package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.util.Util;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.kit.Filters;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class KryoTranscoderFactoryTest {

  @Test
  void createWhenNobodySetThePropertyThenUnsafeIsOffAndThePropertyIsGoneAgain() {
    create();

    assertFalse(Util.isUnsafeAvailable());
    assertNull(System.getProperty("kryo.unsafe"));
  }

  @Test
  void createWhenConverterIsOneOfMsmThenSaysWhatToWriteInstead() {
    TranscoderException e =
        assertThrows(
            TranscoderException.class,
            () -> create("de.javakaffee.web.msm.serializer.kryo.JodaDateTimeRegistration"));

    assertEquals(Reason.UNUSABLE, e.reason());
    assertTrue(String.valueOf(e.getMessage()).contains(KryoCustomizer.class.getName()));
  }

  @Test
  void createWhenConverterIsNoCustomizerThenFails() {
    TranscoderException e =
        assertThrows(TranscoderException.class, () -> create("java.lang.String"));

    assertEquals(Reason.UNUSABLE, e.reason());
  }

  @Test
  void encodeWhenCustomizerHasASerializerThenItIsUsed() {
    Transcoder transcoder = create(ForMoney.class.getName());

    Object decoded = transcoder.decode(transcoder.encode(new Money(250)));

    assertEquals(251, ((Money) decoded).cents);
  }

  @Test
  void decodeWhenWriterHadTheSerializerAndReaderHasNotThenIsUnreadable() {
    byte[] bytes = create(ForMoney.class.getName()).encode(new Money(250));

    assertReason(Reason.UNREADABLE, () -> create().decode(bytes));
  }

  @Test
  void decodeWhenReaderHasTheSerializerAndWriterHadNotThenIsUnreadable() {
    byte[] bytes = create().encode(new Money(250));

    assertReason(Reason.UNREADABLE, () -> create(ForMoney.class.getName()).decode(bytes));
  }

  @Test
  void decodeWhenSerializerWasGivenBetweenAndRecordDoesNotNeedItThenIsEqual() {
    byte[] bytes = create(ForMoney.class.getName()).encode(List.of("tea"));

    assertEquals(List.of("tea"), create().decode(bytes));
  }

  @Test
  void createWhenCustomizerLacksItsLibraryThenFailsAndNamesIt() {
    TranscoderException e =
        assertReason(Reason.UNUSABLE, () -> create(LacksLibrary.class.getName()));

    assertTrue(String.valueOf(e.getMessage()).contains("LacksLibrary"), e.getMessage());
    assertTrue(String.valueOf(e.getMessage()).contains("org/acme/Money"), e.getMessage());
  }

  private static TranscoderException assertReason(Reason reason, Executable action) {
    TranscoderException e = assertThrows(TranscoderException.class, action);
    assertEquals(reason, e.reason(), e.getMessage());
    return e;
  }

  private static Transcoder create(String... converters) {
    ClassFilter filter = Filters.ofLoader(KryoTranscoderFactoryTest.class.getClassLoader(), "");
    return new KryoTranscoderFactory()
        .create(new TranscoderContext(filter, DecodeLimits.DEFAULTS, false, List.of(converters)));
  }

  static final class Money {
    final long cents;

    Money(long cents) {
      this.cents = cents;
    }
  }

  /** Adds a cent, so that it shows. */
  public static final class ForMoney implements KryoCustomizer {

    /** Found by name. */
    public ForMoney() {}

    @Override
    public void customize(Kryo kryo) {
      kryo.addDefaultSerializer(Money.class, new MoneySerializer());
    }
  }

  /** Fails as the JVM lets a class fail that needs a missing one. */
  public static final class LacksLibrary implements KryoCustomizer {

    /** Found by name. */
    public LacksLibrary() {}

    @Override
    public void customize(Kryo kryo) {
      throw new NoClassDefFoundError("org/acme/Money");
    }
  }

  private static final class MoneySerializer extends Serializer<Money> {

    @Override
    public void write(Kryo kryo, Output output, Money money) {
      output.writeLong(money.cents);
    }

    @Override
    public Money read(Kryo kryo, Input input, Class<? extends Money> type) {
      return new Money(input.readLong() + 1);
    }
  }
}
