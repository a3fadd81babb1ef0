package io.holdfast.sessions.runtime;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.DecodeLimits;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.sessions.model.BulkheadTranscoder;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.RefusalSearch;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.function.Function;

/** How one application's sessions become bytes; {@code name} is the serializer's in records. */
record Encoding(
    String name,
    ClassFilter filter,
    BulkheadTranscoder transcoder,
    ContextLoader application,
    RefusalSearch refusals) {

  /** Finds the serializer, and refuses one that does not work. */
  static Encoding of(
      SessionConfiguration configuration, WebAppContext context, SessionMetrics metrics) {
    String name = configuration.get(Setting.TRANSCODER_FACTORY_CLASS);
    try {
      TranscoderFactory made = context.transcoderFactory();
      TranscoderFactory factory =
          made == null ? TranscoderFactories.find(name, context.ownLoader()) : made;
      ClassFilter filter = filter(configuration, context);
      TranscoderContext transcoderContext =
          new TranscoderContext(
              filter,
              DecodeLimits.DEFAULTS,
              configuration.get(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION),
              configuration.get(Setting.CUSTOM_CONVERTER));
      Function<TranscoderContext, Transcoder> serializer =
          each -> TranscoderFactories.create(name, factory, each);
      BulkheadTranscoder transcoder =
          BulkheadTranscoder.ofProcessors(serializer.apply(transcoderContext));
      metrics.countedElsewhere(Metric.DECODES_OVERDUE, transcoder::overdue);
      return new Encoding(
          factory.name(),
          filter,
          transcoder,
          new ContextLoader(context.applicationLoader()),
          new RefusalSearch(transcoderContext, serializer));
    } catch (TranscoderException e) {
      String converters = e.converters();
      throw converters == null
          ? wrong(Setting.TRANSCODER_FACTORY_CLASS, name, e)
          : wrong(Setting.CUSTOM_CONVERTER, converters, e);
    }
  }

  /** Turns sessions into bytes and back, and counts that with these metrics. */
  SnapshotCodec codec(SessionMetrics metrics) {
    return new SnapshotCodec(transcoder, application, metrics, refusals::messageOf);
  }

  private static ClassFilter filter(SessionConfiguration configuration, WebAppContext context) {
    String allowed = Setting.ALLOWED_CLASSES.write(configuration.get(Setting.ALLOWED_CLASSES));
    try {
      return ClassFilter.create(context.applicationLoader(), context.applicationClasses(), allowed);
    } catch (IllegalArgumentException e) {
      throw wrong(Setting.ALLOWED_CLASSES, allowed, e);
    }
  }

  private static ConfigurationException wrong(Setting<?> setting, String value, Exception cause) {
    String problem =
        cause instanceof TranscoderException e ? e.problem() : String.valueOf(cause.getMessage());
    return (ConfigurationException)
        new ConfigurationException(setting, value, problem).initCause(cause);
  }
}
