package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.serializers.tickets.Tickets;
import io.holdfast.core.spymemcached.SpymemcachedTranscoder;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactories;
import java.util.Locale;
import net.spy.memcached.transcoders.SerializingTranscoder;
import net.spy.memcached.transcoders.Transcoder;
import org.jspecify.annotations.Nullable;

/** As what tickets lie in memcached; the first is what the others are compared with. */
enum TicketForm {
  /** As the client library writes objects by itself. */
  SPYMEMCACHED("spymemcached's own, java"),
  JAVA("Holdfast, java"),
  KRYO("Holdfast, kryo"),
  XSTREAM("Holdfast, xstream"),
  JAVOLUTION("Holdfast, javolution");

  private static final String ALLOWED = Tickets.class.getPackageName() + ".*";

  private final String title;

  TicketForm(String title) {
    this.title = title;
  }

  /** How tables call it. */
  String title() {
    return title;
  }

  /** What writes and reads it. */
  Transcoder<@Nullable Object> transcoder() {
    if (this == SPYMEMCACHED) {
      return new SerializingTranscoder();
    }
    ClassLoader loader = TicketForm.class.getClassLoader();
    return new SpymemcachedTranscoder(
        TranscoderFactories.find(name().toLowerCase(Locale.ROOT), loader),
        TranscoderContext.of(ClassFilter.create(loader, ALLOWED)));
  }
}
