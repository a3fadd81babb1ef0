package io.holdfast.dist;

import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.Bytes;
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

  /** The record in an item; null if there is none, or the session has ended. */
  static @Nullable StoredSession of(@Nullable Stored item) {
    return item == null || Tombstone.isTombstone(item.value())
        ? null
        : new StoredSession(new RecordCodec("java").decode(item.value()), item.cas());
  }

  SessionId id() {
    return snapshot.id();
  }

  /** Grows with each write of the session's record. */
  long version() {
    return snapshot.version();
  }

  SessionTimes times() {
    return snapshot.times();
  }

  /** The attributes; all must be of classes of the JDK. */
  Map<String, Object> attributes() {
    Map<String, Object> attributes = new TreeMap<>();
    if (snapshot.attributes() instanceof EncodedAttributes.Apart apart) {
      apart.graphs().forEach((name, graph) -> attributes.put(name, decoded(graph)));
    } else {
      Bytes whole = ((EncodedAttributes.Together) snapshot.attributes()).graph();
      if (!whole.isEmpty()) {
        ((Map<?, ?>) decoded(whole)).forEach((name, value) -> attributes.put((String) name, value));
      }
    }
    return attributes;
  }

  private static Object decoded(Bytes graph) {
    ClassFilter filter = ClassFilter.create(StoredSession.class.getClassLoader(), "");
    return new JavaTranscoderFactory()
        .create(TranscoderContext.of(filter))
        .decode(graph.toByteArray());
  }
}
