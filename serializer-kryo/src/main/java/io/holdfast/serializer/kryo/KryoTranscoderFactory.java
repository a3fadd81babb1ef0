package io.holdfast.serializer.kryo;

import io.holdfast.core.transcoder.CustomConverter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds the transcoder on Kryo. */
public final class KryoTranscoderFactory implements TranscoderFactory {

  /** Found by name, see {@code transcoderFactoryClass}. */
  public KryoTranscoderFactory() {}

  @Override
  public String name() {
    return "kryo";
  }

  @Override
  public Transcoder create(TranscoderContext context) {
    UnsafeOff.load();
    List<KryoCustomizer> customizers = new ArrayList<>();
    int first = 0; // those that others may ask for serializers
    for (CustomConverter converter : CustomConverter.allOf(context, KryoCustomizer.class)) {
      KryoCustomizer customizer = customizer(converter);
      customizers.add(
          customizer instanceof FieldSerializers ? first++ : customizers.size(), customizer);
    }
    KryoTranscoder transcoder = new KryoTranscoder(context, customizers);
    proveItWorks(transcoder);
    return transcoder;
  }

  /** A serializer that cannot work must fail the start, not the first backup. */
  private static void proveItWorks(Transcoder transcoder) {
    Object sample = Map.of("holdfast", List.of(1, 2L, "three"));
    if (!sample.equals(transcoder.decode(transcoder.encode(sample)))) {
      throw new TranscoderException(Reason.UNUSABLE, "Kryo does not read back what it wrote");
    }
  }

  private static KryoCustomizer customizer(CustomConverter converter) {
    return converter.instance() instanceof KryoCustomizer customizer
        ? customizer
        : kryo -> GuardedKryo.of(kryo).convert(converter);
  }
}
