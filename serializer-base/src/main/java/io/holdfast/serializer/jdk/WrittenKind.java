package io.holdfast.serializer.jdk;

import io.holdfast.serializer.objects.ClassMembers;
import io.holdfast.serializer.objects.GraphParts;
import io.holdfast.serializer.objects.SafeCopies;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;
import java.util.TimeZone;

/**
 * What has to be seen to when an object of a class is written with JDK serialization. Found out
 * once for each class: to ask an object whether it is a map takes longer than to write it.
 */
enum WrittenKind {
  /** Nothing. */
  PLAIN,
  /** Names stand for it. */
  SCOPED_PROXY,
  /** The stream refuses it. */
  UNSERIALIZABLE,
  /** The length. */
  ARRAY,
  /** An id may stand for it. */
  TIME_ZONE,
  /** Its text must give it again. */
  URI,
  /** It is written as a copy. */
  COPIED,
  /** It notices a change of its size, and is written as a copy only if all are. */
  ARRAY_LIST,
  /** The size must not change meanwhile. */
  MAP,
  /** The same. */
  COLLECTION;

  private static final ClassValue<WrittenKind> KNOWN = ClassMembers.known(WrittenKind::choose);

  static WrittenKind of(Class<?> type) {
    return KNOWN.get(type);
  }

  private static WrittenKind choose(Class<?> type) {
    if (type.isArray()) {
      return ARRAY;
    }
    if (ScopedProxies.faceOf(type) != null) {
      return SCOPED_PROXY;
    }
    if (!Serializable.class.isAssignableFrom(type)) {
      return UNSERIALIZABLE;
    }
    if (TimeZone.class.isAssignableFrom(type)) {
      return TIME_ZONE;
    }
    if (type == java.net.URI.class) {
      return URI;
    }
    if (SafeCopies.isCopied(type)) {
      return type == ArrayList.class ? ARRAY_LIST : COPIED;
    }
    if (!GraphParts.isOfJdk(type)) {
      return PLAIN; // only what is inside matters; some fail to tell their size
    }
    if (Map.class.isAssignableFrom(type)) {
      return MAP;
    }
    return Collection.class.isAssignableFrom(type) ? COLLECTION : PLAIN;
  }
}
