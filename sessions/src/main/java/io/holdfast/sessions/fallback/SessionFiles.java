package io.holdfast.sessions.fallback;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.record.RecordCodec;
import io.holdfast.core.record.RecordException;
import io.holdfast.core.seal.SealException;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.StorageKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one application that are in files. A file that cannot be used fails no request:
 * it is counted, put aside, and named once in the log. One that cannot be read at the moment, as
 * where too many files are open, stays where it is.
 *
 * <p>A file is one more copy of a session: each Tomcat that shares the directory finds it, and what
 * they make of it is merged in the store.
 *
 * <p>A session that is {@link #stored} or has {@link #ended} is not found from then on; the next
 * {@link #deleteObsolete} deletes its file, so that no thread of the store waits for a disk.
 */
public final class SessionFiles implements DiskFallback, AutoCloseable {

  private static final System.Logger LOG = Loggers.of(SessionFiles.class);

  private static final int MOST_FILES = 100_000;
  private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

  private final SpillFolder folder;
  private final Path directory;
  private final long limit;
  private final StorageKeys keys;
  private final RecordCodec codec;
  private final Sealing sealing;
  private final SessionMetrics metrics;

  /** Files whose sessions this Tomcat serves. */
  private final Set<String> taken = ConcurrentHashMap.newKeySet();

  private final Set<String> obsolete = ConcurrentHashMap.newKeySet();

  /** Files that a Tomcat of another version or configuration may be able to use. */
  private final Set<String> ofOthers = ConcurrentHashMap.newKeySet();

  private final Map<String, OccasionalLine> warnings = new ConcurrentHashMap<>();
  private SpillFolder.@Nullable Usage usage;

  /** A file that was read; its content tells whether it has changed. */
  record ReadFile(String name, SessionSnapshot snapshot, Bytes content) {}

  /**
   * Opens the folder of one application; its name depends on host, path and key prefix.
   *
   * @param directory for the folders of all applications; absolute
   * @param limit how many bytes the files of this one may take together
   * @param codec reads the records; those of another transcoder are put aside
   * @throws ConfigurationException if the directory cannot be used, or is not safe
   */
  public SessionFiles(
      Path directory,
      long limit,
      String host,
      String contextPath,
      StorageKeys keys,
      RecordCodec codec,
      Sealing sealing,
      SessionMetrics metrics) {
    this.folder = SpillFolder.open(directory, host, contextPath, keys.prefix());
    this.directory = directory;
    this.limit = limit;
    this.keys = keys;
    this.codec = codec;
    this.sealing = sealing;
    this.metrics = metrics;
  }

  // ---- when the application stops ----

  /** Writes a session to its file, one at a time; false if there is no room, or it fails. */
  public boolean spill(SessionSnapshot snapshot) {
    String name = nameOf(snapshot.id());
    try {
      byte[] record = sealing.seal(placeOf(name), codec.encode(snapshot));
      SpillFolder.Usage before = usage == null ? folder.usage() : usage;
      SpillFolder.Usage after = before.with(record.length, folder.sizeOf(name));
      if (after.files() > MOST_FILES
          || after.bytes() > limit
          || record.length > SpillFolder.LARGEST_FILE) {
        warn(
            "A session is not written to a file: spillLimit is reached, or 100,000 files are there,",
            null);
        return false;
      }
      write(name, record);
      usage = after;
      return true;
    } catch (IOException e) {
      warn("A session cannot be written to a file", e);
      return false;
    } catch (RecordException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Session {0} cannot be written to a file: {1}",
          snapshot.id(),
          e.getMessage());
      return false;
    }
  }

  /** Not while an earlier file of that name is deleted, which would delete this one. */
  private synchronized void write(String name, byte[] record) throws IOException {
    folder.write(name, record);
    taken.remove(name);
    obsolete.remove(name);
  }

  // ---- when a request asks for a session ----

  @Override
  public @Nullable SessionSnapshot find(SessionId id) {
    String name = nameOf(id);
    try {
      ReadFile file = read(name);
      if (file == null) {
        return null;
      }
      taken.add(name);
      if (obsolete.contains(name) || !folder.has(name)) { // in this order: see deleteIfObsolete
        taken.remove(name);
        return null;
      }
      return file.snapshot();
    } catch (IOException e) { // the log has it
      return null;
    }
  }

  @Override
  public void stored(SessionId id) {
    if (!taken.isEmpty() && taken.contains(nameOf(id))) {
      ended(id);
    }
  }

  @Override
  public void ended(SessionId id) {
    String name = nameOf(id);
    obsolete.add(name); // first, so that no thread finds the session again
    taken.remove(name);
  }

  @Override
  public void unreadable(SessionId id) {
    String name = nameOf(id);
    taken.remove(name);
    putAside(name, "its attributes cannot be decoded");
  }

  // ---- in the background ----

  /** Deletes the files of sessions that are stored or have ended; one that stays costs no other. */
  public void deleteObsolete() {
    for (String name : List.copyOf(obsolete)) {
      try {
        deleteIfObsolete(name);
      } catch (IOException e) {
        warn("Files cannot be deleted", e);
      }
    }
  }

  /** A thread that finds the name no longer here must not find the file either. */
  private synchronized void deleteIfObsolete(String name) throws IOException {
    if (obsolete.contains(name)) {
      folder.delete(name);
      obsolete.remove(name);
    }
  }

  /** Returns whether {@link #deleteObsolete} has anything to do. */
  public boolean hasObsolete() {
    return !obsolete.isEmpty();
  }

  /**
   * The names of all files whose sessions this Tomcat does not serve. Deletes what was put aside a
   * week ago, and what could not be used here for as long.
   */
  public List<String> waiting(Instant now) {
    try {
      folder.forgetOldOnes(now, ofOthers);
      return folder.names().stream().filter(name -> !taken.contains(name)).toList();
    } catch (IOException e) {
      warn("The directory cannot be read", e);
      return List.of();
    }
  }

  /**
   * Reads a file.
   *
   * @return null if it is gone, or cannot be used
   * @throws IOException if it cannot be read now; the log has it
   */
  @Nullable ReadFile read(String name) throws IOException {
    if (obsolete.contains(name)) {
      return null;
    }
    try {
      byte[] content = folder.read(name);
      if (content == null) {
        ofOthers.remove(name);
        return null;
      }
      SessionSnapshot snapshot = decode(name, content);
      return snapshot == null ? null : new ReadFile(name, snapshot, Bytes.wrap(content));
    } catch (RecordFile.NoRecordException e) {
      refused(name, e.toString());
      return null;
    } catch (IOException e) {
      warn("A session in a file cannot be read now, and its file stays", e);
      throw e;
    }
  }

  /** Deletes a file, unless it has another content by now. */
  void delete(ReadFile file) {
    try {
      folder.deleteIfStill(file.name(), file.content());
    } catch (IOException e) {
      warn("Files cannot be deleted", e);
    }
  }

  // ---- what is in a file ----

  private @Nullable SessionSnapshot decode(String name, byte[] content) {
    try {
      SessionSnapshot snapshot = codec.decode(sealing.open(placeOf(name), content));
      ofOthers.remove(name);
      return nameOf(snapshot.id()).equals(name)
          ? snapshot
          : refused(name, "it is the record of another session");
    } catch (RecordException e) {
      return switch (e.reason()) {
        case UNKNOWN_VERSION, OTHER_TRANSCODER -> left(name, e);
        default -> refused(name, String.valueOf(e.getMessage()));
      };
    } catch (SealException e) {
      metrics.increment(Metric.SEALS_REFUSED);
      return e.reason() == SealException.Reason.UNKNOWN_KEY
          ? left(name, e)
          : refused(name, String.valueOf(e.getMessage()));
    }
  }

  /** Leaves a file for a Tomcat of another version or configuration, which may share the folder. */
  private @Nullable SessionSnapshot left(String name, Exception why) {
    if (ofOthers.add(name)) {
      metrics.increment(Metric.FILES_UNREADABLE);
      LOG.log(
          System.Logger.Level.WARNING,
          "File {0} has a session that cannot be used here, and stays for a Tomcat that can: {1}",
          name,
          why.getMessage());
    }
    return null;
  }

  /** What a file is sealed for: no value on a node has such a key. */
  private static String placeOf(String name) {
    return "file:" + name;
  }

  private @Nullable SessionSnapshot refused(String name, String why) {
    ofOthers.remove(name);
    putAside(name, why);
    return null;
  }

  private void putAside(String name, String why) {
    metrics.increment(Metric.FILES_UNREADABLE);
    LOG.log(
        System.Logger.Level.WARNING,
        "File {0} is no session that can be used, and is put aside: {1}",
        name,
        why);
    try {
      folder.putAside(name);
    } catch (IOException e) {
      warn("A file cannot be put aside", e);
    }
  }

  /** Warns of each kind of trouble once a minute: what fails for one file fails for thousands. */
  private void warn(String trouble, @Nullable IOException cause) {
    long others =
        warnings
            .computeIfAbsent(
                trouble, first -> new OccasionalLine(BETWEEN_WARNINGS, InstantSource.system()))
            .due();
    if (others >= 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "%s below %s; %d more since the last message".formatted(trouble, directory, others),
          cause);
    }
  }

  private String nameOf(SessionId id) {
    return SpillFolder.nameOf(keys.keyOf(id));
  }

  @Override
  public void close() {
    deleteObsolete();
  }
}
