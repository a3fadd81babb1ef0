package io.holdfast.sessions.engine;

import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The attributes of the record, as far as an instance has read or written it: what differs now? */
sealed interface KnownAttributes
    permits KnownAttributes.Apart, KnownAttributes.Together, AttributePrints {

  /** Names of the attributes. */
  Set<String> names();

  /** Returns whether there is an attribute of that name. */
  default boolean has(String name) {
    return names().contains(name);
  }

  /** The bytes of an attribute; null if there is none, or they are not here. */
  default @Nullable Bytes graph(String name) {
    return null;
  }

  /** The fingerprint of an attribute alone; null if there is none, or it is not known. */
  @Nullable Fingerprint print(String name);

  /** Returns whether an attribute has these bytes; null stands for one that is not there. */
  default boolean isSame(String name, @Nullable Bytes graph) {
    return Objects.equals(print(name), graph == null ? null : Fingerprint.of(graph));
  }

  /** Returns whether an attribute is in both the same, or in neither. */
  default boolean isSame(String name, KnownAttributes now) {
    return has(name) == now.has(name)
        && ((now instanceof Apart apart && apart.prints == null)
            ? isSame(name, apart.graph(name))
            : Objects.equals(print(name), now.print(name)));
  }

  /** Returns whether the attributes are one graph, and there are any. */
  default boolean isOfOneGraph() {
    return false;
  }

  /** Returns whether the attributes are the one graph of these. */
  default boolean isWhole(KnownAttributes now) {
    return false;
  }

  /** Returns whether the bytes were given up. */
  default boolean isForgotten() {
    return false;
  }

  /** Returns whether an attribute is in the record, and its bytes are not here. */
  default boolean isForgotten(String name) {
    return isForgotten() && has(name);
  }

  /** The attributes in bytes; null if these were given up. */
  @Nullable EncodedAttributes encoded();

  /** The same without the bytes; itself if one graph has shown nothing of its attributes. */
  KnownAttributes forgotten();

  /** Each attribute in bytes of its own; the fingerprints are made when they are needed. */
  record Apart(EncodedAttributes.Apart encoded, @Nullable AttributePrints prints)
      implements KnownAttributes {

    @Override
    public Set<String> names() {
      return encoded.graphs().keySet();
    }

    @Override
    public boolean has(String name) {
      return encoded.graphs().containsKey(name);
    }

    @Override
    public @Nullable Bytes graph(String name) {
      return encoded.graphs().get(name);
    }

    @Override
    public @Nullable Fingerprint print(String name) {
      Bytes graph = encoded.graphs().get(name);
      return prints != null ? prints.print(name) : graph == null ? null : Fingerprint.of(graph);
    }

    @Override
    public boolean isSame(String name, @Nullable Bytes graph) {
      return Objects.equals(graph, encoded.graphs().get(name));
    }

    @Override
    public KnownAttributes forgotten() {
      return prints == null ? AttributePrints.of(encoded.graphs()) : prints;
    }
  }

  /** One graph; what each attribute would be alone, if that is known; else the bytes stay. */
  record Together(
      EncodedAttributes.Together encoded,
      Set<String> names,
      @Nullable Map<String, Fingerprint> each)
      implements KnownAttributes {

    @Override
    public @Nullable Fingerprint print(String name) {
      return each == null ? null : each.get(name);
    }

    @Override
    public boolean isOfOneGraph() {
      return !encoded.graph().isEmpty();
    }

    @Override
    public boolean isWhole(KnownAttributes now) {
      return now instanceof Together together && encoded.equals(together.encoded);
    }

    @Override
    public KnownAttributes forgotten() {
      return each == null ? this : AttributePrints.of(encoded.graph(), each);
    }
  }
}
