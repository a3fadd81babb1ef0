package io.holdfast.core.record;

import io.holdfast.core.session.SessionSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;

/**
 * Writes the golden files that do not exist yet; run by hand when the format gains a version.
 *
 * <p>An existing file is never written again: it stands for records on users' nodes.
 */
final class GoldenRecordsWriter {

  private GoldenRecordsWriter() {}

  /** Takes the folder, {@code core/src/test/resources/golden/v1}. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Files.createDirectories(Path.of(arguments[0]));
    RecordCodec codec = new RecordCodec(GoldenRecords.TRANSCODER);
    for (Map.Entry<String, SessionSnapshot> golden : GoldenRecords.snapshots().entrySet()) {
      writeNew(folder.resolve(golden.getKey()), codec.encode(golden.getValue()));
    }
    RecordCodec compressing =
        new RecordCodec(GoldenRecords.TRANSCODER, new CompressionRule(0, 1_000));
    writeNew(
        folder.resolve(GoldenRecords.COMPRESSED_FILE),
        compressing.encode(GoldenRecords.compressed()));
    writeNew(folder.resolve(GoldenRecords.ACCESS_FILE), GoldenRecords.ACCESS.encode());
    writeNew(folder.resolve(GoldenRecords.LEASE_FILE), GoldenRecords.LEASE.encode());
    writeNew(folder.resolve(GoldenRecords.OBJECT_FILE), GoldenRecords.OBJECT.encode());
    writeNew(folder.resolve(GoldenRecords.PARTS_FILE), GoldenRecords.PARTS.encode());
    writeNew(folder.resolve(GoldenRecords.TOMBSTONE_FILE), GoldenRecords.TOMBSTONE.encode());
    writeNew(folder.resolve(GoldenRecords.FORMER_FILE), GoldenRecords.FORMER.encode());
  }

  private static void writeNew(Path file, byte[] content) throws IOException {
    if (Files.notExists(file)) {
      Files.write(file, content, StandardOpenOption.CREATE_NEW);
    }
  }
}
