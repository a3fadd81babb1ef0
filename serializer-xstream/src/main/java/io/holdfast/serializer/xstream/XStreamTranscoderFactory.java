package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.Converter;
import com.thoughtworks.xstream.converters.ConverterRegistry;
import com.thoughtworks.xstream.converters.SingleValueConverter;
import com.thoughtworks.xstream.converters.SingleValueConverterWrapper;
import com.thoughtworks.xstream.core.DefaultConverterLookup;
import io.holdfast.core.transcoder.CustomConverter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.graph.ApplicationShapes;
import java.util.List;

/**
 * Builds the transcoder {@code xstream}. Each class named in {@code customConverter} is an XStream
 * {@link Converter} or {@link SingleValueConverter} with a public constructor without parameters,
 * which goes before the built-in ones for the classes it can convert, or a {@link
 * io.holdfast.core.transcoder.Conversions}.
 */
public final class XStreamTranscoderFactory implements TranscoderFactory {

  /** Creates the factory. */
  public XStreamTranscoderFactory() {}

  @Override
  public String name() {
    return "xstream";
  }

  @Override
  public Transcoder create(TranscoderContext context) {
    List<CustomConverter> custom =
        CustomConverter.allOf(context, Converter.class, SingleValueConverter.class);
    DefaultConverterLookup converters = new DefaultConverterLookup();
    ApplicationShapes shapes = new ApplicationShapes(custom, context.filter());
    converters.registerConverter(new ShapeConverter(shapes), -20);
    custom.forEach(converter -> register(converter.instance(), converters));
    return new XStreamTranscoder(context, converters);
  }

  private static void register(Object converter, ConverterRegistry registry) {
    if (converter instanceof SingleValueConverter single) {
      registry.registerConverter(new SingleValueConverterWrapper(single), 0);
    } else if (converter instanceof Converter whole) {
      registry.registerConverter(whole, 0);
    }
  }
}
