package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.Lineage;
import io.holdfast.core.session.Origins;
import io.holdfast.core.session.SessionSnapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * The field of a record that tells which versions it includes and which of them changed its parts.
 *
 * <p>Origins are written as their place among the versions: 1 is the record's own.
 *
 * @param lineage of the record
 * @param origins of its parts
 */
record AncestryField(Lineage lineage, Origins origins) {

  /** A place, and a name's length. */
  private static final int SMALLEST_ORIGIN = Byte.BYTES + Integer.BYTES;

  static AncestryField none(long version) {
    return new AncestryField(new Lineage(version, List.of()), Origins.NONE);
  }

  static boolean isPresentIn(SessionSnapshot snapshot) {
    return !snapshot.lineage().before().isEmpty() || !snapshot.origins().isEmpty();
  }

  static void write(Lineage lineage, Origins origins, FieldWriter fields) {
    fields.int32(lineage.before().size());
    lineage.before().forEach(fields::int64);
    fields.int8(placeOf(origins.user(), lineage));
    fields.int8(placeOf(origins.interval(), lineage));
    fields.int32(origins.attributes().size());
    origins
        .attributes()
        .forEach(
            (name, version) -> fields.int8(placeOf(version, lineage)).text("attribute name", name));
  }

  private static int placeOf(long version, Lineage lineage) {
    if (version == 0) {
      return 0;
    }
    return version == lineage.version() ? 1 : lineage.before().indexOf(version) + 2;
  }

  /**
   * Reads the field of a record of this version.
   *
   * @throws RecordException if it is none that could have been written
   */
  static AncestryField read(long version, FieldReader fields) {
    int count = fields.count("lineage", Long.BYTES);
    List<Long> before = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      before.add(fields.int64("lineage"));
    }
    try {
      Lineage lineage = new Lineage(version, before);
      AncestryField field = new AncestryField(lineage, readOrigins(lineage, fields));
      if (before.isEmpty() && field.origins.isEmpty()) {
        throw new RecordException(Reason.CORRUPT, "an ancestry that says nothing");
      }
      return field;
    } catch (IllegalArgumentException e) {
      throw new RecordException(Reason.CORRUPT, "no lineage: " + e.getMessage(), e);
    }
  }

  private static Origins readOrigins(Lineage lineage, FieldReader fields) {
    long user = readVersion(lineage, fields);
    long interval = readVersion(lineage, fields);
    int count = fields.count("origins", SMALLEST_ORIGIN);
    TreeMap<String, Long> attributes = new TreeMap<>();
    for (int i = 0; i < count; i++) {
      long origin = readVersion(lineage, fields);
      String name = fields.text("attribute name");
      if (origin == 0 || (!attributes.isEmpty() && attributes.lastKey().compareTo(name) >= 0)) {
        throw new RecordException(Reason.CORRUPT, "origins out of order");
      }
      attributes.put(name, origin);
    }
    return new Origins(user, interval, attributes);
  }

  private static long readVersion(Lineage lineage, FieldReader fields) {
    int place = fields.int8("origin");
    if (place < 0 || place > lineage.before().size() + 1) {
      throw new RecordException(Reason.CORRUPT, "origin %d is not named".formatted(place));
    }
    if (place == 0) {
      return 0;
    }
    long version = place == 1 ? lineage.version() : lineage.before().get(place - 2);
    if (version == 0) {
      throw new RecordException(Reason.CORRUPT, "no version has number 0");
    }
    return version;
  }
}
