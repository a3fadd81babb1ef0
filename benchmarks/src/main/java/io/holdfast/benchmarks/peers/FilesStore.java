package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Store;
import io.holdfast.benchmarks.report.Turn.Traffic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A directory of files as a store. It is looked at from outside: a file that was written several
 * times between two looks counts once, one that is gone counts too.
 */
final class FilesStore implements Store {

  private final Path directory;
  private Map<Path, Look> seen = Map.of();
  private Traffic traffic = Traffic.NONE;

  /** What a file was like. */
  private record Look(long modifiedMillis, long size) {}

  FilesStore(Path directory) {
    this.directory = directory;
  }

  @Override
  public synchronized Traffic traffic() {
    Map<Path, Look> now = look();
    long gone = seen.keySet().stream().filter(file -> !now.containsKey(file)).count();
    List<Look> written =
        now.entrySet().stream()
            .filter(file -> !file.getValue().equals(seen.get(file.getKey())))
            .map(Map.Entry::getValue)
            .toList();
    traffic =
        new Traffic(
            traffic.operations() + gone + written.size(),
            traffic.bytes() + written.stream().mapToLong(Look::size).sum());
    seen = now;
    return traffic;
  }

  private Map<Path, Look> look() {
    Map<Path, Look> looks = new HashMap<>();
    try (Stream<Path> files = Files.list(directory)) {
      files.forEach(file -> look(file).ifPresent(look -> looks.put(file, look)));
      return looks;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot look at " + directory, e);
    }
  }

  /** Of a file that was listed; it may be gone since. */
  private static Optional<Look> look(Path file) {
    try {
      BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(new Look(found.lastModifiedTime().toMillis(), found.size()));
    } catch (NoSuchFileException gone) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot look at " + file, e);
    }
  }
}
