package io.holdfast.serializer.kryo;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.Comparator;
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
    List<KryoCustomizer> customizers =
        context.customConverters().stream()
            .map(name -> customizer(name, context.filter().loader()))
            // First, because the others may ask for serializers.
            .sorted(Comparator.comparing(customizer -> !(customizer instanceof FieldSerializers)))
            .toList();
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

  private static KryoCustomizer customizer(String name, ClassLoader application) {
    if (name.startsWith("de.javakaffee.")) {
      throw new TranscoderException(
          Reason.UNUSABLE,
          "customConverter=\"%s\" is an extension of memcached-session-manager; most of them are not"
                  .formatted(name)
              + " needed any more: remove it, or name a class that implements "
              + KryoCustomizer.class.getName());
    }
    try {
      return load(name, application)
          .asSubclass(KryoCustomizer.class)
          .getDeclaredConstructor()
          .newInstance();
    } catch (ReflectiveOperationException | ClassCastException | LinkageError e) {
      throw new TranscoderException(
          Reason.UNUSABLE,
          "customConverter=\"%s\": it must be a public class, in the web application or in tomcat/lib, with a public constructor without parameters, that implements %s"
              .formatted(name, KryoCustomizer.class.getName()),
          e);
    }
  }

  private static Class<?> load(String name, ClassLoader application) throws ClassNotFoundException {
    try {
      return Class.forName(name, true, application);
    } catch (ClassNotFoundException e) {
      return Class.forName(name, true, KryoTranscoderFactory.class.getClassLoader());
    }
  }
}
