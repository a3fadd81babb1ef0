package io.holdfast.sessions.engine;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.FieldVersions;
import io.holdfast.core.session.RecordVersion;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.core.session.VersionHistory;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Merges two concurrent records of one session, part by part: neither includes the other.
 *
 * <p>Both records name the version that last changed each part, and the versions that they include.
 * A part of only one record was removed from the other if that includes its version, and was added
 * if it does not. Of a part in both records, the change that the other record does not include is
 * newer; if neither includes the other's, the changes are concurrent, and the larger version
 * counts. Attributes that are graphs of their own are merged in bytes.
 *
 * @param codec reads and writes attributes
 * @param granularity of the result, where the records differ in it
 */
public record RecordMerger(SnapshotCodec codec, Granularity granularity) {

  private static final System.Logger LOG = Loggers.of(RecordMerger.class);

  /**
   * Merges two snapshots; every Tomcat that merges the same two gets the same.
   *
   * @return a snapshot with the changes of both; null if one of them cannot be decoded here, where
   *     that is necessary
   */
  public @Nullable SessionSnapshot join(SessionSnapshot one, SessionSnapshot other) {
    try {
      return join(one, other, RecordVersion.joining(one.version(), other.version()));
    } catch (TranscoderException e) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Two concurrent records of session {0} cannot be merged here: {1}",
          one.id(),
          e.getMessage());
      return null;
    }
  }

  /** One that includes the other, or both merged; null if they cannot be merged here. */
  @Nullable SessionSnapshot together(SessionSnapshot one, SessionSnapshot other) {
    if (one.lineage().includes(other.lineage())) {
      return one;
    }
    return other.lineage().includes(one.lineage()) ? other : join(one, other);
  }

  /** Merges two snapshots under a version of the caller's. */
  SessionSnapshot join(SessionSnapshot one, SessionSnapshot other, long version) {
    SessionSnapshot newer = one.version() > other.version() ? one : other;
    SessionSnapshot older = one.version() > other.version() ? other : one;
    Choice choice = new Choice(newer, older);
    Set<String> fromOlder =
        choice.attributesFromOlder(names(newer.attributes()), names(older.attributes()));
    boolean olderUser = choice.isFromOlder(newer.origins().user(), older.origins().user());
    boolean olderInterval =
        choice.isFromOlder(newer.origins().interval(), older.origins().interval());
    EncodedAttributes attributes =
        layOver(newer.id(), older.attributes(), fromOlder, newer.attributes());
    VersionHistory lineage = VersionHistory.joining(version, newer.lineage(), older.lineage());
    SessionSnapshot user = olderUser ? older : newer;
    boolean olderNotes = choice.areNotesFromOlder(olderUser);
    if (olderNotes) {
      fromOlder.add(FieldVersions.NOTES); // of the versions; no attribute has that name
    }
    return new SessionSnapshot(
        newer.id(),
        lineage,
        origins(newer.origins(), older.origins(), fromOlder, olderUser, olderInterval)
            .within(version),
        times(newer.times(), older.times(), olderInterval ? older.times() : newer.times()),
        user.authType(),
        user.principal(),
        olderNotes ? older.notes() : newer.notes(),
        attributes);
  }

  /** The names of the attributes. */
  Set<String> names(EncodedAttributes attributes) {
    return attributes instanceof EncodedAttributes.Apart apart
        ? apart.graphs().keySet()
        : new TreeSet<>(codec.decode(attributes).keySet());
  }

  /**
   * Replaces attributes of a record by those of another.
   *
   * @param upper the record that these attributes come from
   * @param names of the attributes that are to be as in {@code upper}, absent ones too
   * @param lower the record that all others come from
   */
  EncodedAttributes layOver(
      SessionId id, EncodedAttributes upper, Set<String> names, EncodedAttributes lower) {
    if (names.isEmpty()) {
      return lower;
    }
    if (upper instanceof EncodedAttributes.Apart over
        && lower instanceof EncodedAttributes.Apart under) {
      return new EncodedAttributes.Apart(laidOver(over.graphs(), names, under.graphs()));
    }
    Map<String, Object> values = laidOver(codec.decode(upper), names, codec.decode(lower));
    if (granularity == Granularity.SESSION) {
      return codec.encode(id, values);
    }
    Map<String, Bytes> graphs = new TreeMap<>();
    for (var each : values.entrySet()) {
      @Nullable Bytes graph = codec.encodeAttribute(id, each.getKey(), each.getValue());
      if (graph != null) {
        graphs.put(each.getKey(), graph);
      }
    }
    return new EncodedAttributes.Apart(graphs);
  }

  private static <T> Map<String, T> laidOver(
      Map<String, T> upper, Set<String> names, Map<String, T> lower) {
    Map<String, T> laid = new TreeMap<>(lower);
    for (String name : names) {
      @Nullable T value = upper.get(name);
      if (value == null) {
        laid.remove(name);
      } else {
        laid.put(name, value);
      }
    }
    return laid;
  }

  private static FieldVersions origins(
      FieldVersions newer,
      FieldVersions older,
      Set<String> fromOlder,
      boolean olderUser,
      boolean olderInterval) {
    SortedMap<String, Long> attributes = newer.attributes();
    for (String name : fromOlder) {
      attributes.remove(name);
      long origin = older.of(name);
      if (origin != 0) {
        attributes.put(name, origin);
      }
    }
    return new FieldVersions(
        olderUser ? older.user() : newer.user(),
        olderInterval ? older.interval() : newer.interval(),
        attributes,
        Math.max(newer.settled(), older.settled()));
  }

  static SessionTimes times(SessionTimes one, SessionTimes other, SessionTimes interval) {
    return new SessionTimes(
        one.creationTime(),
        Math.max(one.lastAccessedTime(), other.lastAccessedTime()),
        Math.max(one.thisAccessedTime(), other.thisAccessedTime()),
        interval.maxInactiveInterval());
  }

  /** Which of two records a part is taken from. */
  private record Choice(SessionSnapshot newer, SessionSnapshot older) {

    /** Says whether a record's change of a part may be missing in the other record. */
    private enum News {
      NO,
      PERHAPS,
      YES
    }

    /** Names of the attributes that are to be as in the older record, absent ones too. */
    Set<String> attributesFromOlder(Set<String> inNewer, Set<String> inOlder) {
      Set<String> all = new TreeSet<>(inNewer);
      all.addAll(inOlder);
      all.removeIf(name -> !isFromOlder(name, inNewer.contains(name), inOlder.contains(name)));
      return all;
    }

    /** Decides on a part of only one record: the other removed it, or does not include it yet. */
    private boolean isFromOlder(String name, boolean inNewer, boolean inOlder) {
      long ofNewer = newer.origins().of(name);
      long ofOlder = older.origins().of(name);
      if (inNewer && inOlder) {
        return isFromOlder(
            attributeNews(newer, ofNewer, older),
            ofNewer == 0 ? newer.origins().settled() : ofNewer,
            attributeNews(older, ofOlder, newer),
            ofOlder == 0 ? older.origins().settled() : ofOlder);
      }
      return inNewer
          ? attributeNews(newer, ofNewer, older) == News.NO
          : attributeNews(older, ofOlder, newer) != News.NO;
    }

    /**
     * Returns whether to take the older record's notes. Of two changes the one counts that came
     * with the user: a login notes the single sign-on, and has no use for a request that it
     * interrupted.
     */
    boolean areNotesFromOlder(boolean isUserFromOlder) {
      News inNewer = notesNews(newer, older);
      News inOlder = notesNews(older, newer);
      if (inNewer == inOlder && inOlder != News.NO && hasUserChanged()) {
        return isUserFromOlder;
      }
      return isFromOlder(
          inNewer, newer.origins().of(FieldVersions.NOTES),
          inOlder, older.origins().of(FieldVersions.NOTES));
    }

    private boolean hasUserChanged() {
      return isUserNews(newer, older) || isUserNews(older, newer);
    }

    private static boolean isUserNews(SessionSnapshot of, SessionSnapshot other) {
      return news(of.origins().user(), other) == News.YES;
    }

    /**
     * The version of the notes may be forgotten, or the record may be of a Tomcat that does not
     * name it: then they may have changed with the user.
     */
    private static News notesNews(SessionSnapshot of, SessionSnapshot other) {
      long origin = of.origins().of(FieldVersions.NOTES);
      boolean mayHaveComeWithUser = origin == 0 && isUserNews(of, other);
      return mayHaveComeWithUser ? News.PERHAPS : attributeNews(of, origin, other);
    }

    /** Returns whether to take the older record's value of a part that both have. */
    boolean isFromOlder(long ofNewer, long ofOlder) {
      return isFromOlder(news(ofNewer, older), ofNewer, news(ofOlder, newer), ofOlder);
    }

    /** Of two concurrent changes, the larger version counts. */
    private static boolean isFromOlder(News inNewer, long ofNewer, News inOlder, long ofOlder) {
      int more = inOlder.compareTo(inNewer);
      return more > 0 || (more == 0 && inOlder != News.NO && ofOlder > ofNewer);
    }

    private static News news(long origin, SessionSnapshot other) {
      return origin == 0 || other.lineage().includes(origin) ? News.NO : News.YES;
    }

    /** The same for an attribute, whose version may be forgotten. */
    private static News attributeNews(SessionSnapshot of, long origin, SessionSnapshot other) {
      if (origin != 0) {
        return news(origin, other);
      }
      return other.lineage().includes(of.lineage(), of.origins().settled())
          ? News.NO
          : News.PERHAPS;
    }
  }
}
