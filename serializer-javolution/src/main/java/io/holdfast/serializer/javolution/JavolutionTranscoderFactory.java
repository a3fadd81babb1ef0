package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.HashMap;
import java.util.Map;
import javolution.xml.XMLFormat;

/**
 * Builds the transcoder {@code javolution}. Each class named in {@code customConverter} is a {@link
 * JavolutionCustomizer}.
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
    Map<Class<?>, XMLFormat<?>> formats = new HashMap<>();
    for (String name : context.customConverters()) {
      formats.putAll(customizer(name, context).formats());
    }
    return new JavolutionTranscoder(context, new CustomFormats(formats));
  }

  private static JavolutionCustomizer customizer(String name, TranscoderContext context) {
    try {
      return Class.forName(name, true, context.filter().loader())
          .asSubclass(JavolutionCustomizer.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
      throw new TranscoderException(
          Reason.UNUSABLE,
          "customConverter=\"%s\": must be a public class that the web application can load, with a"
                  .formatted(name)
              + " constructor without parameters, that implements "
              + JavolutionCustomizer.class.getName(),
          e);
    }
  }
}
