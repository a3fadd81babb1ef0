package io.holdfast.sessions.fallback;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.SpillSettings;
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
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of one application that are in files. A file that cannot be used fails no request:
 * it is counted, put aside, and named once in the log. One that cannot be read at the moment, as
 * where too many files are open, stays where it is.
 *
 * <p>A session that is {@link #stored} or has {@link #ended} is not found from then on; the next
 * {@link #deleteObsolete} deletes its file, so that no thread of the store waits for a disk.
 */
public final class SessionFiles implements DiskFallback, AutoCloseable {

  private static final System.Logger LOG = Loggers.of(SessionFiles.class);

  /** Identifies this process; no other process ever has it. */
  private static final UUID THIS_PROCESS = UUID.randomUUID();

  private static final int MOST_FILES = 100_000;
  private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);
  private static final String UNREADABLE_NOW =
      "A session in a file cannot be read now, and its file stays";

  private final SpillFolder folder;
  private final SpillSettings settings;
  private final StorageKeys keys;
  private final RecordCodec codec;
  private final Sealing sealing;
  private final SessionMetrics metrics;
  private final Map<String, SessionSnapshot> claimed = new ConcurrentHashMap<>();

  /** The claims under way. Their threads wait for the disk, so that none may hold a lock. */
  private final Map<String, CompletableFuture<@Nullable SessionSnapshot>> claims =
      new ConcurrentHashMap<>();

  private final Set<String> obsolete = ConcurrentHashMap.newKeySet();

  /** Files that a Tomcat of another version or configuration may be able to use. */
  private final Set<String> ofOthers = ConcurrentHashMap.newKeySet();

  private final Map<String, OccasionalLine> warnings = new ConcurrentHashMap<>();
  private SpillFolder.@Nullable Usage usage;

  /** A file that was read and not claimed; its content tells whether it has changed. */
  record Unclaimed(String name, SessionSnapshot snapshot, Bytes content) {}

  /**
   * Opens the folder of one application; its name depends on host, path and key prefix.
   *
   * @param codec reads the records; those of another transcoder are put aside
   * @throws ConfigurationException if the directory cannot be used, or is not safe
   */
  public SessionFiles(
      SpillSettings settings,
      String host,
      String contextPath,
      StorageKeys keys,
      RecordCodec codec,
      Sealing sealing,
      SessionMetrics metrics) {
    String name = SpillNames.folderOf(host, contextPath, keys.prefix());
    this.folder = SpillFolder.open(settings.directory(), name, THIS_PROCESS);
    this.settings = settings;
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
      SpillFolder.Usage after = (usage == null ? folder.usage() : usage).with(record.length);
      if (after.files() > MOST_FILES
          || after.bytes() > settings.limit()
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
    claimed.remove(name);
    obsolete.remove(name);
    folder.deleteClaimed(name);
  }

  // ---- when a request asks for a session ----

  /** Of two requests of one session, one claims its file, and the other waits for that. */
  @Override
  public @Nullable SessionSnapshot claim(SessionId id) {
    String name = nameOf(id);
    CompletableFuture<@Nullable SessionSnapshot> ours = new CompletableFuture<>();
    CompletableFuture<@Nullable SessionSnapshot> others = claims.putIfAbsent(name, ours);
    if (others != null) {
      return others.join();
    }
    try {
      ours.complete(claimAlone(name));
    } finally {
      claims.remove(name);
      ours.complete(null); // only if the line above threw: none must wait for ever
    }
    return ours.join();
  }

  private @Nullable SessionSnapshot claimAlone(String name) {
    SessionSnapshot known = claimed.get(name);
    SessionSnapshot found = known == null ? claimFile(name) : known;
    if (found == null) {
      return null;
    }
    claimed.put(name, found);
    if (obsolete.contains(name)) { // now: forget() adds to these before it removes from those
      claimed.remove(name);
      return null;
    }
    return found;
  }

  private @Nullable SessionSnapshot claimFile(String name) {
    if (obsolete.contains(name)) {
      return null;
    }
    try {
      if (!folder.claim(name)) {
        ofOthers.remove(name); // another Tomcat has it, or it is gone
        return null;
      }
      return readClaimed(name);
    } catch (IOException e) {
      warn(UNREADABLE_NOW, e);
      return null;
    }
  }

  /** Reads a claimed file. Returns it to the shared folder unless it could be used. */
  private @Nullable SessionSnapshot readClaimed(String name) throws IOException {
    boolean isToBeGivenBack = true;
    try {
      SessionSnapshot found = decode(name, folder.readClaimed(name));
      isToBeGivenBack = found == null && ofOthers.contains(name);
      return found;
    } catch (RecordFile.NoRecordException e) {
      isToBeGivenBack = false;
      return refused(name, e.toString());
    } finally {
      if (isToBeGivenBack) {
        folder.giveBack(name);
      }
    }
  }

  @Override
  public void stored(SessionId id) {
    String name = claimed.isEmpty() ? null : nameOf(id);
    if (name != null && claimed.containsKey(name)) {
      forget(name);
    }
  }

  @Override
  public void ended(SessionId id) {
    forget(nameOf(id));
  }

  private void forget(String name) {
    obsolete.add(name); // first, so that no thread claims the file again
    claimed.remove(name);
  }

  @Override
  public void unreadable(SessionId id) {
    String name = nameOf(id);
    claimed.remove(name);
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

  /** Not while it is claimed: who claims it has to see that the session has ended meanwhile. */
  private synchronized void deleteIfObsolete(String name) throws IOException {
    if (obsolete.contains(name) && !claims.containsKey(name)) {
      folder.delete(name);
      obsolete.remove(name);
    }
  }

  /** Returns whether {@link #deleteObsolete} has anything to do. */
  public boolean hasObsolete() {
    return !obsolete.isEmpty();
  }

  /**
   * The names of all files that no Tomcat has claimed. Deletes what was put aside a week ago, and
   * what could not be used here for as long.
   */
  public List<String> waiting(Instant now) {
    try {
      folder.forgetOldOnes(now, ofOthers);
      return folder.names();
    } catch (IOException e) {
      warn("The directory cannot be read", e);
      return List.of();
    }
  }

  /**
   * Looks into a file without claiming it.
   *
   * @return null if it is gone, or cannot be used
   * @throws IOException if it cannot be read now; the log has it
   */
  @Nullable Unclaimed read(String name) throws IOException {
    if (obsolete.contains(name)) {
      return null;
    }
    try {
      byte[] content = folder.read(name);
      SessionSnapshot snapshot = content == null ? null : decode(name, content);
      return content == null || snapshot == null
          ? null
          : new Unclaimed(name, snapshot, Bytes.wrap(content));
    } catch (RecordFile.NoRecordException e) {
      refused(name, e.toString());
      return null;
    } catch (IOException e) {
      warn(UNREADABLE_NOW, e);
      throw e;
    }
  }

  /** Deletes a file, unless it has another content by now, or a Tomcat has claimed it. */
  void delete(Unclaimed file) {
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
          "%s below %s; %d more since the last message"
              .formatted(trouble, settings.directory(), others),
          cause);
    }
  }

  private String nameOf(SessionId id) {
    return SpillNames.fileOf(keys.keyOf(id));
  }

  /** Deletes obsolete files, and gives claimed ones back. */
  @Override
  public void close() {
    deleteObsolete();
    try {
      folder.close();
    } catch (IOException e) {
      warn("Files cannot be given back", e);
    }
  }
}
