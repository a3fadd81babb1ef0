package io.holdfast.core.record;

import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.LoneSurrogates;
import io.holdfast.core.session.VersionHistory;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reads the ancestry as it was before version numbers were short and stood beside the graphs. */
final class FormerAncestry {

  /** Bytes of a version and of a name's length. */
  private static final int SMALLEST_ORIGIN = Long.BYTES + Integer.BYTES;

  private FormerAncestry() {}

  /**
   * Reads the field of a record of this version.
   *
   * @throws RecordException if no codec can have written it
   */
  static AncestryField read(long version, FieldReader fields) {
    VersionHistory lineage = fields.history(version, "lineage");
    AncestryField field = new AncestryField(lineage, readOrigins(version, fields));
    if (lineage.before().isEmpty() && field.origins().isEmpty()) {
      throw RecordException.corrupt("an ancestry that says nothing");
    }
    return field;
  }

  private static FieldVersions readOrigins(long version, FieldReader fields) {
    long user = readOrigin(version, fields);
    long interval = readOrigin(version, fields);
    long settled = readOrigin(version, fields);
    int count = fields.count("origins", SMALLEST_ORIGIN);
    if (count > FieldVersions.ATTRIBUTES) {
      throw RecordException.corrupt("%d origins are too many".formatted(count));
    }
    SortedMap<String, Long> attributes = new TreeMap<>();
    String last = null;
    for (int i = 0; i < count; i++) {
      long origin = readOrigin(version, fields);
      String name = fields.escapedText("attribute name");
      if (origin == 0 || (last != null && last.compareTo(name) >= 0)) {
        throw RecordException.corrupt("origins out of order");
      }
      attributes.put(LoneSurrogates.restored(name), origin);
      last = name;
    }
    return new FieldVersions(user, interval, attributes, settled);
  }

  /** The version of an origin, which cannot be above that of the record; 0 if there is none. */
  private static long readOrigin(long version, FieldReader fields) {
    long origin = fields.int64("origin");
    if (origin < 0 || origin > version) {
      throw RecordException.corrupt(
          "origin %d in a record of version %d".formatted(origin, version));
    }
    return origin;
  }
}
