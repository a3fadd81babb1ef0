package io.holdfast.core.record;

import io.holdfast.core.record.RecordException.Reason;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.LoneSurrogates;
import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.VersionHistory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The field of a record that tells which versions it includes and which changed its parts. Versions
 * of attributes that are graphs of their own stand beside these, see {@link AttributesField}.
 *
 * @param lineage of the record
 * @param origins of its parts, but for attributes beside whose graph they stand
 */
record AncestryField(VersionHistory lineage, FieldVersions origins) {

  private static final int BEFORE = 0x01;
  private static final int USER = 0x02;
  private static final int INTERVAL = 0x04;
  private static final int SETTLED = 0x08;
  private static final int NOTES = 0x10;
  private static final int NAMED = 0x20;
  private static final int ALL = BEFORE | USER | INTERVAL | SETTLED | NOTES | NAMED;

  static AncestryField none(long version) {
    return new AncestryField(VersionHistory.counted(version), FieldVersions.NONE);
  }

  static boolean isPresentIn(SessionSnapshot snapshot) {
    return !snapshot.lineage().before().isEmpty() || !snapshot.origins().isEmpty();
  }

  static void write(SessionSnapshot snapshot, FieldWriter fields) {
    VersionHistory lineage = snapshot.lineage();
    FieldVersions origins = snapshot.origins();
    SortedMap<String, Long> named = named(snapshot);
    fields.int8(
        (lineage.before().isEmpty() ? 0 : BEFORE)
            | (origins.user() == 0 ? 0 : USER)
            | (origins.interval() == 0 ? 0 : INTERVAL)
            | (origins.settled() == 0 ? 0 : SETTLED)
            | (origins.of(FieldVersions.NOTES) == 0 ? 0 : NOTES)
            | (named.isEmpty() ? 0 : NAMED));
    writeBefore(lineage, fields);
    VersionCodes codes = new VersionCodes(lineage);
    writeUnlessNone(origins.user(), codes, fields);
    writeUnlessNone(origins.interval(), codes, fields);
    writeUnlessNone(origins.settled(), codes, fields);
    writeUnlessNone(origins.of(FieldVersions.NOTES), codes, fields);
    if (named.isEmpty()) {
      return;
    }
    fields.int8(named.size());
    for (Map.Entry<String, Long> each : named.entrySet()) {
      fields.shortText(each.getKey());
      codes.write(each.getValue(), fields);
    }
  }

  private static void writeUnlessNone(long version, VersionCodes codes, FieldWriter fields) {
    if (version != 0) {
      codes.write(version, fields);
    }
  }

  private static void writeBefore(VersionHistory lineage, FieldWriter fields) {
    if (!lineage.before().isEmpty()) {
      fields.int8(lineage.before().size());
    }
    long later = lineage.version();
    for (long each : lineage.before()) {
      if (each < 0) {
        throw new RecordException(Reason.UNENCODABLE, "version %d".formatted(each));
      }
      fields.varint(RecordVersion.counterOf(later) - RecordVersion.counterOf(each));
      VersionCodes.writeWriter(each, fields);
      later = each;
    }
  }

  /** Versions that stand beside no graph, by escaped names, in the order of the bytes. */
  private static SortedMap<String, Long> named(SessionSnapshot snapshot) {
    SortedMap<String, Long> named = new TreeMap<>();
    Map<String, ?> beside =
        snapshot.attributes() instanceof EncodedAttributes.Apart apart ? apart.graphs() : Map.of();
    snapshot
        .origins()
        .forEach(
            (name, version) -> {
              if (!beside.containsKey(name) && !name.equals(FieldVersions.NOTES)) {
                named.put(LoneSurrogates.escaped(name), version);
              }
            });
    return named;
  }

  /**
   * Reads the field of a record of this version.
   *
   * @throws RecordException if no codec can have written it
   */
  static AncestryField read(long version, FieldReader fields) {
    int parts = fields.int8("parts of the ancestry");
    if ((parts & ~ALL) != 0) {
      throw RecordException.corrupt("parts %d of an ancestry".formatted(parts));
    }
    VersionHistory lineage =
        new VersionHistory(
            version, (parts & BEFORE) == 0 ? List.of() : readBefore(version, fields));
    VersionCodes codes = new VersionCodes(lineage);
    long user = (parts & USER) == 0 ? 0 : readVersion(codes, fields);
    long interval = (parts & INTERVAL) == 0 ? 0 : readVersion(codes, fields);
    long settled = (parts & SETTLED) == 0 ? 0 : readVersion(codes, fields);
    long notes = (parts & NOTES) == 0 ? 0 : readVersion(codes, fields);
    SortedMap<String, Long> named =
        (parts & NAMED) == 0 ? new TreeMap<>() : readNamed(codes, fields);
    if (notes != 0) {
      named.put(FieldVersions.NOTES, notes);
    }
    return new AncestryField(lineage, new FieldVersions(user, interval, named, settled));
  }

  private static List<Long> readBefore(long version, FieldReader fields) {
    int count = fields.int8("number of versions");
    if (count < 1 || count > VersionHistory.REACH) {
      throw RecordException.corrupt("%d versions".formatted(count));
    }
    List<Long> before = new ArrayList<>();
    long later = version;
    for (int i = 0; i < count; i++) {
      long counter = VersionCodes.counterOf(later, fields.varint("versions between"));
      long each = RecordVersion.of(counter, VersionCodes.readWriter(fields));
      if (each < 0 || each >= later) {
        throw RecordException.corrupt("version %d before version %d".formatted(each, later));
      }
      before.add(each);
      later = each;
    }
    return before;
  }

  private static SortedMap<String, Long> readNamed(VersionCodes codes, FieldReader fields) {
    int count = fields.int8("number of names");
    if (count < 1 || count > FieldVersions.ATTRIBUTES) {
      throw RecordException.corrupt("%d names".formatted(count));
    }
    SortedMap<String, Long> named = new TreeMap<>();
    String last = null;
    for (int i = 0; i < count; i++) {
      String name = fields.shortText("attribute name");
      String restored = LoneSurrogates.restored(name);
      if ((last != null && last.compareTo(name) >= 0)
          || restored.equals(FieldVersions.NOTES)
          || named.put(restored, readVersion(codes, fields)) != null) {
        throw RecordException.corrupt("names out of order");
      }
      last = name;
    }
    return named;
  }

  private static long readVersion(VersionCodes codes, FieldReader fields) {
    long version = codes.read(fields);
    if (version == 0) {
      throw RecordException.corrupt("a part without its version");
    }
    return version;
  }

  /**
   * The versions of all parts.
   *
   * @param attributes of the record
   * @param beside versions that stand beside their graphs
   * @throws RecordException if no codec can have written all that
   */
  FieldVersions with(EncodedAttributes attributes, Map<String, Long> beside) {
    SortedMap<String, Long> all = origins.attributes();
    boolean isNamedTwice = isNamedBesides(attributes, all.keySet());
    all.putAll(beside);
    FieldVersions whole =
        new FieldVersions(origins.user(), origins.interval(), all, origins.settled());
    boolean isNothing = lineage.before().isEmpty() && whole.isEmpty();
    if (isNothing || all.size() > FieldVersions.ATTRIBUTES || isNamedTwice) {
      throw RecordException.corrupt(
          "an ancestry with %d versions of attributes".formatted(all.size()));
    }
    return whole;
  }

  /** Returns whether it names an attribute that has a graph, beside which the version belongs. */
  private static boolean isNamedBesides(EncodedAttributes attributes, Set<String> named) {
    Map<String, ?> graphs =
        attributes instanceof EncodedAttributes.Apart apart ? apart.graphs() : Map.of();
    boolean isNamed = false;
    for (String name : named) {
      isNamed |= !name.equals(FieldVersions.NOTES) && graphs.containsKey(name);
    }
    return isNamed;
  }
}
