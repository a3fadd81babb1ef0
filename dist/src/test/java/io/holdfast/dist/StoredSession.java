package io.holdfast.dist;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.serializer.java.JavaTranscoderFactory;
import io.holdfast.testkit.memcached.MemcachedProbe.Stored;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A record in memcached that the java serializer wrote, read past the product's own path. */
record StoredSession(SessionSnapshot snapshot, long cas) {

  static @Nullable StoredSession of(@Nullable Stored item) {
    return item == null
        ? null
        : new StoredSession(new RecordCodec("java").decode(item.value()), item.cas());
  }

  SessionId id() {
    return snapshot.id();
  }

  /** Counts the writes of the session's record. */
  long version() {
    return snapshot.version();
  }

  SessionTimes times() {
    return snapshot.times();
  }

  /** The attributes; all must be of classes of the JDK. */
  Map<String, Object> attributes() {
    EncodedAttributes.Together together = (EncodedAttributes.Together) snapshot.attributes();
    if (together.graph().isEmpty()) {
      return Map.of();
    }
    ClassFilter filter = ClassFilter.create(StoredSession.class.getClassLoader(), "");
    Object graph =
        new JavaTranscoderFactory()
            .create(TranscoderContext.of(filter))
            .decode(together.graph().toByteArray());
    Map<String, Object> attributes = new TreeMap<>();
    ((Map<?, ?>) graph).forEach((name, value) -> attributes.put((String) name, value));
    return attributes;
  }
}
