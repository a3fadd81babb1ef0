package io.holdfast.sessions.explore;

import io.holdfast.core.record.LeaseRecord;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.Tombstone;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionSnapshot;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What the bytes under a session's key say.
 *
 * @param version of the record or tombstone
 * @param attributes in the record; null if it is a tombstone
 */
record Contents(long version, @Nullable Map<String, String> attributes) {

  static final String TRANSCODER = "jdk";
  private static final RecordCodec CODEC = new RecordCodec(TRANSCODER);
  private static final PlainTranscoder PLAIN = new PlainTranscoder();
  private static final int RANDOM_BITS = 20;

  static Contents of(byte[] bytes) {
    if (Tombstone.isTombstone(bytes)) {
      return new Contents(Tombstone.decode(bytes).version(), null);
    }
    SessionSnapshot snapshot = CODEC.decode(bytes);
    return new Contents(snapshot.version(), decoded(snapshot.attributes()));
  }

  private static Map<String, String> decoded(EncodedAttributes encoded) {
    Map<String, String> attributes = new TreeMap<>();
    if (encoded instanceof EncodedAttributes.Apart apart) {
      apart
          .graphs()
          .forEach(
              (name, graph) -> attributes.put(name, Cell.text(PLAIN.decode(graph.toByteArray()))));
    } else {
      byte[] graph = ((EncodedAttributes.Together) encoded).graph().toByteArray();
      if (graph.length > 0) {
        ((Map<?, ?>) PLAIN.decode(graph))
            .forEach((name, value) -> attributes.put((String) name, (String) value));
      }
    }
    return attributes;
  }

  /** For people. */
  static String text(String key, byte[] bytes) {
    if (key.endsWith(":l")) {
      return bytes.length == 0 ? key : key + " of owner " + LeaseRecord.decode(bytes).owner();
    }
    return key + " " + of(bytes);
  }

  @Override
  public String toString() {
    String text = attributes == null ? "tombstone" : attributes.toString();
    return text + " v" + (version >>> RANDOM_BITS) + "." + (version & ((1 << RANDOM_BITS) - 1));
  }
}
