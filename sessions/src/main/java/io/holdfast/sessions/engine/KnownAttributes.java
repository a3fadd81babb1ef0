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

  /** Of what was read. */
  static KnownAttributes of(EncodedAttributes read, Set<String> names) {
    return read instanceof EncodedAttributes.Apart apart
        ? new Apart(apart.graphs(), null)
        : new Together(((EncodedAttributes.Together) read).graph(), names, null, null);
  }

  /** Of graphs of their own, with fingerprints if the other has only those. */
  static KnownAttributes comparedWith(KnownAttributes other, EncodedAttributes.Apart now) {
    return new Apart(now.graphs(), other.isForgotten() ? AttributePrints.of(now.graphs()) : null);
  }

  /** The same of attributes in one graph; see {@link Together}. */
  static KnownAttributes comparedWith(
      KnownAttributes other,
      EncodedAttributes.Together now,
      Set<String> names,
      Map<String, Fingerprint> each) {
    return new Together(
        now.graph(),
        names,
        each,
        other.isForgotten() ? AttributePrints.of(now.graph(), each) : null);
  }

  /** Names of the attributes. */
  Set<String> names();

  /** The bytes of an attribute; null if there is none, or they are not here. */
  default @Nullable Bytes graph(String name) {
    return null;
  }

  /** All attributes in one graph; null if they are apart, or not known in bytes. */
  default @Nullable Bytes whole() {
    return null;
  }

  /** Returns whether an attribute has these bytes; null stands for one that is not there. */
  boolean isSame(String name, @Nullable Bytes graph);

  /** Returns whether an attribute is in both the same, or in neither. */
  default boolean isSame(String name, KnownAttributes now) {
    return isSame(name, now.graph(name));
  }

  /** Returns whether the attributes are one graph, and there are any. */
  default boolean isOfOneGraph() {
    return false;
  }

  /** Returns whether the attributes are one graph, and the form of each on its own is known. */
  default boolean isComparable() {
    return false;
  }

  /** The same as {@link #isSame} for an attribute in one graph, by what it would be alone. */
  default boolean isSameAlone(String name, @Nullable Fingerprint print) {
    return false;
  }

  /** Returns whether the attributes are the one graph of these. */
  default boolean isWhole(KnownAttributes now) {
    return false;
  }

  /** The fingerprints of the attributes, if they are known; else null. */
  default @Nullable AttributePrints prints() {
    return null;
  }

  /** Returns whether the bytes were given up. */
  default boolean isForgotten() {
    return false;
  }

  /** Returns whether an attribute is in the record, and its bytes are not here. */
  default boolean isForgotten(String name) {
    return isForgotten() && names().contains(name);
  }

  /** The names, if the bytes were given up; null if they are here. */
  default @Nullable Set<String> namesIfForgotten() {
    return isForgotten() ? names() : null;
  }

  /** The attributes in bytes; null if there are none, or they were given up. */
  @Nullable EncodedAttributes encoded();

  /** The same without the bytes; itself if one graph has shown nothing of its attributes. */
  KnownAttributes forgotten();

  /** Each attribute in bytes of its own; the fingerprints are made when they are needed. */
  record Apart(Map<String, Bytes> graphs, @Nullable AttributePrints prints)
      implements KnownAttributes {

    @Override
    public Set<String> names() {
      return graphs.keySet();
    }

    @Override
    public @Nullable Bytes graph(String name) {
      return graphs.get(name);
    }

    @Override
    public boolean isSame(String name, @Nullable Bytes graph) {
      return Objects.equals(graph, graphs.get(name));
    }

    @Override
    public @Nullable EncodedAttributes encoded() {
      return graphs.isEmpty() ? null : new EncodedAttributes.Apart(graphs);
    }

    @Override
    public KnownAttributes forgotten() {
      return prints == null ? AttributePrints.of(graphs) : prints;
    }
  }

  /** One graph; what each attribute would be alone, if that is known; else the bytes stay. */
  record Together(
      Bytes whole,
      Set<String> names,
      @Nullable Map<String, Fingerprint> each,
      @Nullable AttributePrints prints)
      implements KnownAttributes {

    @Override
    public boolean isSame(String name, @Nullable Bytes graph) {
      return graph == null;
    }

    @Override
    public boolean isOfOneGraph() {
      return !whole.isEmpty();
    }

    @Override
    public boolean isComparable() {
      return each != null;
    }

    @Override
    public boolean isSameAlone(String name, @Nullable Fingerprint print) {
      return each != null && Objects.equals(print, each.get(name));
    }

    @Override
    public boolean isWhole(KnownAttributes now) {
      return Objects.equals(whole, now.whole());
    }

    @Override
    public EncodedAttributes encoded() {
      return new EncodedAttributes.Together(whole);
    }

    @Override
    public KnownAttributes forgotten() {
      if (prints != null) {
        return prints;
      }
      return each == null ? this : AttributePrints.of(whole, each);
    }
  }
}
