package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.converters.Converter;
import com.thoughtworks.xstream.converters.ConverterRegistry;
import com.thoughtworks.xstream.converters.SingleValueConverter;
import com.thoughtworks.xstream.converters.SingleValueConverterWrapper;
import com.thoughtworks.xstream.core.DefaultConverterLookup;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;

/**
 * Builds the transcoder {@code xstream}. Each class named in {@code customConverter} is an XStream
 * {@link Converter} or {@link SingleValueConverter} with a public constructor without parameters;
 * it goes before the built-in ones for the classes it can convert.
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
    DefaultConverterLookup converters = new DefaultConverterLookup();
    converters.registerConverter(new ShapeConverter(), -20);
    for (String name : context.customConverters()) {
      register(name, context, converters);
    }
    return new XStreamTranscoder(context, converters);
  }

  private static void register(String name, TranscoderContext context, ConverterRegistry registry) {
    try {
      Object converter =
          Class.forName(name, true, context.filter().loader())
              .getDeclaredConstructor()
              .newInstance();
      registry.registerConverter(
          converter instanceof SingleValueConverter single
              ? new SingleValueConverterWrapper(single)
              : (Converter) converter,
          0);
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      throw new TranscoderException(
          Reason.UNUSABLE,
          "customConverter=\"%s\": must be a public class that the web application can load, with a"
                  .formatted(name)
              + " constructor without parameters, that implements "
              + Converter.class.getName(),
          e);
    }
  }
}
