package io.holdfast.core.seal;

import io.holdfast.core.config.PrivateFile;
import io.holdfast.core.log.Loggers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The file with the keys, which is read again when it has changed. A changed file that cannot be
 * used leaves the keys as they are, and is named in the log.
 */
public final class KeyFile implements Sealer.KeySource {

  private static final System.Logger LOG = Loggers.of(KeyFile.class);

  private static final long BETWEEN_LOOKS_NANOS = Duration.ofSeconds(1).toNanos();

  private final Path path;
  private final LongSupplier nanoTime;
  private volatile SealingKeys keys;

  /** What the file was when its keys were read. This guards it, like the next fields. */
  private Stamp stamp;

  /** Why it could not be used when it was last looked at; null if it could. */
  private @Nullable String problem;

  private long looked;

  /** Tells whether a file has changed. */
  private record Stamp(@Nullable Object file, long modifiedNanos, long size) {

    static Stamp of(Path path) throws IOException {
      BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
      return new Stamp(
          attributes.fileKey(),
          attributes.lastModifiedTime().to(TimeUnit.NANOSECONDS),
          attributes.size());
    }
  }

  private KeyFile(Path path, LongSupplier nanoTime, SealingKeys keys, Stamp stamp) {
    this.path = path;
    this.nanoTime = nanoTime;
    this.keys = keys;
    this.stamp = stamp;
    this.looked = nanoTime.getAsLong();
  }

  /** Reads a key file; refuses one that cannot be used, and says why and what would be right. */
  public static KeyFile open(Path path, LongSupplier nanoTime) {
    try {
      Stamp stamp = Stamp.of(path);
      return new KeyFile(path, nanoTime, read(path), stamp);
    } catch (IOException e) {
      throw PrivateFile.unreadable(e);
    }
  }

  private static SealingKeys read(Path path) {
    return SealingKeys.parse(PrivateFile.read(path));
  }

  @Override
  public SealingKeys now() {
    return keys;
  }

  @Override
  public SealingKeys newest() {
    look(BETWEEN_LOOKS_NANOS);
    return keys;
  }

  /** Reads the file again if it has changed. */
  public void look() {
    look(0);
  }

  private synchronized void look(long atLeastNanos) {
    long now = nanoTime.getAsLong();
    if (now - looked < atLeastNanos) {
      return;
    }
    looked = now;
    try {
      Stamp seen = Stamp.of(path);
      if (problem != null || !seen.equals(stamp)) { // permissions are no part of the stamp
        replace(read(path), seen);
      }
    } catch (IOException e) {
      report(PrivateFile.unreadable(e).getMessage());
    } catch (IllegalArgumentException e) {
      report(e.getMessage());
    }
  }

  private void replace(SealingKeys read, Stamp seen) {
    SealingKey former = keys.first();
    SealingKey kept = read.byId(former.id());
    keys = read;
    stamp = seen;
    problem = null;
    LOG.log(
        System.Logger.Level.INFO,
        "The keys of {0} are {1} now; {2} seals",
        path,
        String.join(", ", read.ids()),
        read.first());
    if (kept == null || !kept.isSameAs(former)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The key file {0} has no more the key {1} that sealed until now: what it sealed is lost,"
              + " but for sessions in memory. Is it the file of this cluster?",
          path,
          former);
    }
  }

  /** Once for each reason, however often it is looked at. */
  private void report(@Nullable String message) {
    if (Objects.equals(message, problem)) {
      return;
    }
    problem = message;
    LOG.log(
        System.Logger.Level.ERROR,
        "The key file {0} has changed and cannot be used: {1}. The keys stay as they were ({2})",
        path,
        message,
        String.join(", ", keys.ids()));
  }
}
