package io.holdfast.serializer.kryo;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.Filters;
import java.util.List;

/** The serializer with a {@code customConverter} beside whatever else it is given. */
record Customized(List<String> converters) implements TranscoderFactory {

  static Customized with(Class<?>... customizers) {
    return new Customized(List.of(customizers).stream().map(Class::getName).toList());
  }

  @Override
  public String name() {
    return "kryo";
  }

  @Override
  public Transcoder create(TranscoderContext context) {
    return new KryoTranscoderFactory()
        .create(
            new TranscoderContext(
                context.filter(), context.limits(), context.copyCollections(), converters));
  }

  /** For an application whose classes are those of the tests. */
  Transcoder create() {
    return create(TranscoderContext.of(Filters.ofLoader(Customized.class.getClassLoader(), "")));
  }
}
