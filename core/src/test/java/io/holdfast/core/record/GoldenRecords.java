package io.holdfast.core.record;

import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** What the golden files of format version 1 hold, by file name. */
final class GoldenRecords {

  static final String TRANSCODER = "java";

  static final AccessRecord ACCESS = new AccessRecord(42, 1_700_000_100_000L, 1_700_000_200_000L);

  static final String ACCESS_FILE = "access.bin";

  static final LeaseRecord LEASE =
      new LeaseRecord(UUID.fromString("d1484653-0a1b-4c2d-8e3f-fedcba987654"), 7_000_000_000L);

  static final String LEASE_FILE = "lease.bin";

  static final EncodedObject OBJECT =
      new EncodedObject(TRANSCODER, Bytes.wrap(new byte[] {1, 2, 3}));
  static final String OBJECT_FILE = "object.bin";

  static final Tombstone TOMBSTONE =
      new Tombstone(new SessionId("0123456789ABCDEF.tomcat1"), 1L << 20 | 42, 1_700_000_000_000L);

  static final String TOMBSTONE_FILE = "tombstone.bin";

  /** Of an id whose session goes on under another one. */
  static final Tombstone FORMER =
      Tombstone.ofFormerId(
          new SessionId("0123456789ABCDEF"),
          2L << 20 | 42,
          1_700_000_000_000L,
          new VersionHistory(3L << 20 | 7, List.of(1L << 20 | 42)));

  static final String FORMER_FILE = "tombstone-former.bin";

  static final ChunkManifest PARTS =
      new ChunkManifest(36L * 36 * 36, 2_500_000, 1_047_302, 0x8D5F_A1B2);

  static final String PARTS_FILE = "parts.bin";

  /** Written by a codec that compresses all it can; other releases of zlib write other bytes. */
  static final String COMPRESSED_FILE = "apart-versions-compressed.bin";

  /** The same with the ancestry that is only read. */
  static final String FORMER_COMPRESSED_FILE = "apart-compressed.bin";

  static SessionSnapshot compressed() {
    Map<String, Bytes> graphs = new LinkedHashMap<>();
    graphs.put("cart", bytes("three books, ".repeat(20)));
    graphs.put("visited", bytes("/shop/books ".repeat(30)));
    return ofSeveralWriters(new EncodedAttributes.Apart(graphs));
  }

  private GoldenRecords() {}

  static Map<String, SessionSnapshot> snapshots() {
    Map<String, SessionSnapshot> snapshots = new LinkedHashMap<>();
    snapshots.put(
        "together-empty.bin",
        new SessionSnapshot(
            new SessionId("0123456789ABCDEF0123456789ABCDEF"),
            1,
            new SessionTimes(1_700_000_000_000L, 1_700_000_000_000L, 1_700_000_000_000L, 1800),
            null,
            Bytes.EMPTY,
            Bytes.EMPTY,
            EncodedAttributes.none()));
    snapshots.put(
        "together-full.bin",
        new SessionSnapshot(
            new SessionId("0123456789ABCDEF0123456789ABCDEF.tomcat1"),
            Long.MAX_VALUE,
            new SessionTimes(1_700_000_000_000L, 1_700_000_100_000L, 1_700_000_200_000L, -1),
            "FORM",
            bytes("principal"),
            bytes("notes"),
            new EncodedAttributes.Together(bytes("graph of all attributes"))));
    snapshots.put(
        "apart-empty.bin",
        new SessionSnapshot(
            new SessionId("s"),
            0,
            new SessionTimes(0, -1, Long.MIN_VALUE, Integer.MIN_VALUE),
            "",
            Bytes.EMPTY,
            Bytes.EMPTY,
            new EncodedAttributes.Apart(Map.of())));
    snapshots.put(
        "apart-full.bin",
        new SessionSnapshot(
            new SessionId("0123456789ABCDEF0123456789ABCDEF.b"),
            7,
            new SessionTimes(1_700_000_000_000L, 1_700_000_100_000L, 1_700_000_200_000L, 60),
            "CLIENT_CERT",
            Bytes.wrap(new byte[] {0, (byte) 0xff, (byte) 0x80}),
            bytes("notes"),
            apart()));
    snapshots.put("apart-versions.bin", ofSeveralWriters(apart()));
    snapshots.put("together-versions.bin", ofSeveralWriters(together()));
    snapshots.put("apart-versions-notes.bin", withNotes(ofSeveralWriters(apart())));
    snapshots.put("apart-versions-distant.bin", withDistantVersions());
    return snapshots;
  }

  /** What files with the ancestry hold that is only read. */
  static Map<String, SessionSnapshot> former() {
    Map<String, SessionSnapshot> snapshots = new LinkedHashMap<>();
    snapshots.put("apart-ancestry.bin", ofSeveralWriters(apart()));
    snapshots.put("together-ancestry.bin", ofSeveralWriters(together()));
    snapshots.put("apart-notes.bin", withNotes(ofSeveralWriters(apart())));
    return snapshots;
  }

  private static EncodedAttributes apart() {
    Map<String, Bytes> graphs = new LinkedHashMap<>();
    graphs.put("cart", bytes("three books"));
    graphs.put("größe \uD83D\uDED2", bytes("a name beyond ASCII"));
    graphs.put("", Bytes.EMPTY);
    return new EncodedAttributes.Apart(graphs);
  }

  private static EncodedAttributes together() {
    return new EncodedAttributes.Together(bytes("graph of all attributes"));
  }

  /** Numbers of several bytes, and writers that the history does not name. */
  private static SessionSnapshot withDistantVersions() {
    long unit = 1L << 20;
    SessionSnapshot record = ofSeveralWriters(apart());
    return new SessionSnapshot(
        record.id(),
        new VersionHistory(Long.MAX_VALUE, List.of(1_000_000 * unit, 5L)),
        new FieldVersions(
            1,
            900_000 * unit + 77,
            new TreeMap<>(Map.of("cart", Long.MAX_VALUE - 200 * unit, "", unit + 5)),
            Long.MAX_VALUE),
        record.times(),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        record.attributes());
  }

  /** The version that last changed the notes stands among those of the attributes. */
  private static SessionSnapshot withNotes(SessionSnapshot snapshot) {
    Map<String, Long> named = new TreeMap<>(snapshot.origins().attributes());
    named.put(FieldVersions.NOTES, snapshot.version());
    return new SessionSnapshot(
        snapshot.id(),
        snapshot.lineage(),
        new FieldVersions(
            snapshot.origins().user(), 0, new TreeMap<>(named), snapshot.origins().settled()),
        snapshot.times(),
        null,
        Bytes.EMPTY,
        bytes("notes"),
        snapshot.attributes());
  }

  private static SessionSnapshot ofSeveralWriters(EncodedAttributes attributes) {
    long unit = 1L << 20;
    return new SessionSnapshot(
        new SessionId("0123456789ABCDEF0123456789ABCDEF"),
        new VersionHistory(4 * unit + 1, List.of(3 * unit + 99, 3 * unit + 7, 2 * unit)),
        new FieldVersions(
            3 * unit + 7, 0, new TreeMap<>(Map.of("cart", 4 * unit + 1, "gone", 2 * unit)), unit),
        new SessionTimes(1_700_000_000_000L, 1_700_000_100_000L, 1_700_000_200_000L, 1800),
        null,
        Bytes.EMPTY,
        Bytes.EMPTY,
        attributes);
  }

  private static Bytes bytes(String text) {
    return Bytes.wrap(text.getBytes(StandardCharsets.UTF_8));
  }
}
