package io.holdfast.sessions.engine;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Replaces some attributes of one record by another's; in bytes, where each is its own graph. */
public final class AttributeMerger {

  private final SnapshotCodec codec;
  private final Granularity granularity;

  /**
   * Creates it.
   *
   * @param granularity of the result, where the records differ in it
   */
  public AttributeMerger(SnapshotCodec codec, Granularity granularity) {
    this.codec = codec;
    this.granularity = granularity;
  }

  SnapshotCodec codec() {
    return codec;
  }

  Granularity granularity() {
    return granularity;
  }

  /** The names of the attributes. */
  Set<String> names(EncodedAttributes attributes) {
    return attributes instanceof EncodedAttributes.Apart apart
        ? apart.graphs().keySet()
        : new TreeSet<>(codec.decode(attributes).keySet());
  }

  /**
   * Replaces attributes of a record by those of another.
   *
   * @param upper the record that these attributes come from
   * @param names of the attributes that are to be as in {@code upper}, absent ones too
   * @param lower the record that all others come from
   */
  EncodedAttributes layOver(
      SessionId id, EncodedAttributes upper, Set<String> names, EncodedAttributes lower) {
    if (names.isEmpty()) {
      return lower;
    }
    if (upper instanceof EncodedAttributes.Apart over
        && lower instanceof EncodedAttributes.Apart under) {
      return new EncodedAttributes.Apart(laidOver(over.graphs(), names, under.graphs()));
    }
    return encoded(id, laidOver(codec.decode(upper), names, codec.decode(lower)));
  }

  /** Which attributes differ; one that cannot be decoded counts as absent. */
  Set<String> different(
      SessionId id, Set<String> names, EncodedAttributes one, EncodedAttributes other) {
    Map<String, Object> inOne = codec.decodeReadable(id, one);
    Map<String, Object> inOther = codec.decodeReadable(id, other);
    Set<String> different = new TreeSet<>(names);
    different.removeIf(name -> Objects.equals(graph(id, name, inOne), graph(id, name, inOther)));
    return different;
  }

  private @Nullable Bytes graph(SessionId id, String name, Map<String, Object> values) {
    @Nullable Object value = values.get(name);
    return value == null ? null : codec.encodeAttribute(id, name, value);
  }

  private static <T> Map<String, T> laidOver(
      Map<String, T> upper, Set<String> names, Map<String, T> lower) {
    Map<String, T> laid = new TreeMap<>(lower);
    for (String name : names) {
      @Nullable T value = upper.get(name);
      if (value == null) {
        laid.remove(name);
      } else {
        laid.put(name, value);
      }
    }
    return laid;
  }

  private EncodedAttributes encoded(SessionId id, Map<String, Object> values) {
    if (granularity == Granularity.SESSION) {
      return codec.encodeTogether(id, values);
    }
    Map<String, Bytes> graphs = new HashMap<>();
    values.forEach(
        (name, value) -> {
          @Nullable Bytes graph = codec.encodeAttribute(id, name, value);
          if (graph != null) {
            graphs.put(name, graph);
          }
        });
    return new EncodedAttributes.Apart(new TreeMap<>(graphs));
  }
}
