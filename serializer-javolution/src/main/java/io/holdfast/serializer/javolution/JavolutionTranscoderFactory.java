package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.CustomConverter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.serializer.graph.ApplicationShapes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javolution.xml.XMLFormat;

/**
 * Builds the transcoder {@code javolution}. Each class named in {@code customConverter} is a {@link
 * JavolutionCustomizer} or a {@link io.holdfast.core.transcoder.Conversions}.
 */
public final class JavolutionTranscoderFactory implements TranscoderFactory {

  /** Creates the factory. */
  public JavolutionTranscoderFactory() {}

  @Override
  public String name() {
    return "javolution";
  }

  @Override
  public Transcoder create(TranscoderContext context) {
    List<CustomConverter> converters = CustomConverter.allOf(context, JavolutionCustomizer.class);
    Map<Class<?>, XMLFormat<?>> formats = new HashMap<>();
    for (CustomConverter converter : converters) {
      if (converter.instance() instanceof JavolutionCustomizer customizer) {
        formats.putAll(customizer.formats());
      }
    }
    ApplicationShapes shapes = new ApplicationShapes(converters, context.filter());
    return new JavolutionTranscoder(context, new CustomFormats(formats, shapes));
  }
}
