package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.Converter;
import com.thoughtworks.xstream.converters.SingleValueConverter;
import com.thoughtworks.xstream.converters.SingleValueConverterWrapper;
import com.thoughtworks.xstream.core.DefaultConverterLookup;
import io.holdfast.core.transcoder.CustomConverter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.serializer.graph.ApplicationShapes;
import io.holdfast.serializer.graph.Extensions;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
    Map<Converter, Class<?>> extensions = new HashMap<>();
    for (CustomConverter one : custom) {
      Converter converter = converterOf(one.instance());
      if (converter != null) {
        converters.registerConverter(converter, 0);
        extensions.put(converter, one.instance().getClass());
      }
    }
    return new XStreamTranscoder(context, converters, new Extensions(extensions));
  }

  /** Null if it has no form of XStream's. */
  private static @Nullable Converter converterOf(Object extension) {
    if (extension instanceof SingleValueConverter single) {
      return new SingleValueConverterWrapper(single);
    }
    return extension instanceof Converter whole ? whole : null;
  }
}
