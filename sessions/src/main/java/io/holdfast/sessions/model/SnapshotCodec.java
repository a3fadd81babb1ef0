package io.holdfast.sessions.model;

import io.holdfast.core.log.LogText;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.log.OccasionalLine;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.metrics.Timing;
import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.EncodedGraphs;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns attributes, principals and notes into bytes and back.
 *
 * <p>Attributes that share no object that can change are each a graph of their own, so that one
 * which cannot be read loses no other; those that do are one graph, so that what they share stays
 * shared. Those that cannot be written are found one by one, named in the log once, and left out;
 * the others are encoded without them.
 */
public final class SnapshotCodec {

  private static final System.Logger LOG = Loggers.of(SnapshotCodec.class);
  private static final int ATTEMPTS = 3;
  private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);
  private static final int MAX_REPORTED = 1_000;

  private final Transcoder transcoder;
  private final ContextLoader application;
  private final SessionMetrics metrics;
  private final BiFunction<Object, TranscoderException, String> refusals;
  private final OccasionalLine replacedLine =
      new OccasionalLine(BETWEEN_WARNINGS, InstantSource.system());
  private final OccasionalLine allReplacedLine =
      new OccasionalLine(BETWEEN_WARNINGS, InstantSource.system());
  private final Set<String> reported = Collections.newSetFromMap(new ConcurrentHashMap<>());

  /** Contains whatever the transcoder throws to what it was given. */
  public SnapshotCodec(Transcoder transcoder, ContextLoader application, SessionMetrics metrics) {
    this(transcoder, application, metrics, (graph, e) -> String.valueOf(e.getMessage()));
  }

  /** {@code refusals} tells what the log has of a refused graph, as {@link RefusalSearch}. */
  public SnapshotCodec(
      Transcoder transcoder,
      ContextLoader application,
      SessionMetrics metrics,
      BiFunction<Object, TranscoderException, String> refusals) {
    this.refusals = refusals;
    this.transcoder = new ContainedTranscoder(transcoder);
    this.application = application;
    this.metrics = metrics;
  }

  /** Compares attributes before they are copied out of the transcoder's buffer. */
  @FunctionalInterface
  public interface Known {

    /** Nothing is known. */
    Known NOTHING = Known::taken;

    /**
     * What is to be stored of attributes; {@link EncodedAttributes.Forgotten} if these are all
     * there are, as they are known.
     *
     * @param names in their natural order
     * @param graphs those of the names
     */
    EncodedAttributes stored(String[] names, EncodedGraphs graphs);

    /** All of them, copied. */
    static EncodedAttributes.Apart taken(String[] names, EncodedGraphs graphs) {
      Bytes[] taken = new Bytes[graphs.size()];
      for (int i = 0; i < taken.length; i++) {
        taken[i] = Bytes.wrap(graphs.take(i));
      }
      return new EncodedAttributes.Apart(names, taken);
    }
  }

  /** Encodes attributes; those that cannot be written, or change all the time, are left out. */
  public EncodedAttributes encode(SessionId id, Map<String, Object> attributes) {
    return encode(id, attributes, new HashSet<>(), new ApartAttempts(), Known.NOTHING);
  }

  /** Encodes attributes as one graph if that can be, whatever they share. */
  public EncodedAttributes encodeTogether(SessionId id, Map<String, Object> attributes) {
    return encode(id, attributes, new HashSet<>(), null, Known.NOTHING);
  }

  /**
   * Encodes attributes; those that cannot be written are left out.
   *
   * @param restless to be filled with the names of attributes that are left out because another
   *     thread changed a collection of theirs at each attempt
   * @param attempts to write them apart; null for one graph if that can be, whatever they share
   * @param known what needs no bytes: it becomes {@link EncodedAttributes.Forgotten}
   */
  public EncodedAttributes encode(
      SessionId id,
      Map<String, Object> attributes,
      Set<String> restless,
      @Nullable ApartAttempts attempts,
      Known known) {
    if (attributes.isEmpty()) {
      return EncodedAttributes.none();
    }
    try {
      return writeApartUnlessShared(attributes, attempts, known);
    } catch (TranscoderException | ConcurrentModificationException e) {
      return encodeWhatCanBe(id, attributes, restless, attempts == null, known);
    }
  }

  /**
   * Encodes one attribute as a graph of its own.
   *
   * @return null if it cannot be written, which the log says
   * @throws ConcurrentModificationException if another thread changed a collection at each attempt
   */
  public @Nullable Bytes encodeAttribute(SessionId id, String name, Object value) {
    try {
      return write(value);
    } catch (TranscoderException e) {
      reportAttribute(id, name, value, e);
      return null;
    }
  }

  /** Decodes an attribute that is a graph of its own. */
  public Object decodeAttribute(Bytes graph) {
    return read(graph);
  }

  /**
   * The fingerprint of each attribute by its name, without those that cannot be written.
   *
   * @param restless to be filled with the names of those that another thread changed each time
   */
  public Map<String, Fingerprint> fingerprints(
      SessionId id, Map<String, Object> attributes, Set<String> restless) {
    Map<String, Fingerprint> fingerprints = new HashMap<>();
    Fingerprint.Maker maker = new Fingerprint.Maker();
    for (var each : attributes.entrySet()) {
      Bytes graph = encodeAttribute(id, each.getKey(), each.getValue(), null, restless);
      if (graph != null) {
        fingerprints.put(each.getKey(), maker.of(graph));
      }
    }
    return fingerprints;
  }

  /**
   * Encodes an attribute as {@link #encodeAttribute} does.
   *
   * @param former what there is of it already; it stands for the attribute while that changes all
   *     the time
   * @param restless to be filled with the name then
   */
  public @Nullable Bytes encodeAttribute(
      SessionId id, String name, Object value, @Nullable Bytes former, Set<String> restless) {
    try {
      return encodeAttribute(id, name, value);
    } catch (ConcurrentModificationException e) {
      restless.add(name);
      if (isNew("changes " + name)) {
        LOG.log(
            System.Logger.Level.WARNING,
            "Attribute \"{0}\" of class {1} was changed by another thread each time it was written"
                + " (session {2}; further sessions are not reported): its change is stored later",
            LogText.ofName(name),
            value.getClass().getName(),
            id);
      }
      return former;
    }
  }

  private EncodedAttributes encodeWhatCanBe(
      SessionId id,
      Map<String, Object> attributes,
      Set<String> restless,
      boolean isTogether,
      Known known) {
    Map<String, Object> writable = new LinkedHashMap<>();
    Map<String, Bytes> graphs = new TreeMap<>();
    for (var each : attributes.entrySet()) {
      Bytes graph = encodeAttribute(id, each.getKey(), each.getValue(), null, restless);
      if (graph != null) {
        writable.put(each.getKey(), each.getValue());
        graphs.put(each.getKey(), graph);
      }
    }
    if (writable.isEmpty()) {
      return EncodedAttributes.none();
    }
    try { // new attempts: a left-out attribute may have caused the failure
      return writeApartUnlessShared(writable, isTogether ? null : new ApartAttempts(), known);
    } catch (TranscoderException
        | ConcurrentModificationException e) { // each alone could be written
      return new EncodedAttributes.Apart(graphs);
    }
  }

  private EncodedAttributes writeTogether(Map<String, Object> attributes) {
    return new EncodedAttributes.Together(write(attributes));
  }

  private EncodedAttributes writeApartUnlessShared(
      Map<String, Object> attributes, @Nullable ApartAttempts attempts, Known known) {
    if (attempts == null || !attempts.isDue()) {
      return writeTogether(attributes);
    }
    EncodedAttributes apart = encodeApart(attributes, known);
    if (apart == null) {
      attempts.failed();
      return writeTogether(attributes);
    }
    return apart;
  }

  /** Encodes each attribute as a graph of its own; null if some may share objects. */
  public EncodedAttributes.@Nullable Apart encodeApart(Map<String, Object> attributes) {
    return (EncodedAttributes.Apart) encodeApart(attributes, Known.NOTHING);
  }

  private @Nullable EncodedAttributes encodeApart(Map<String, Object> attributes, Known known) {
    Map<String, Object> sorted = isSorted(attributes) ? attributes : new TreeMap<>(attributes);
    String[] names = sorted.keySet().toArray(new String[0]);
    return writeApart(
        Arrays.asList(sorted.values().toArray()), graphs -> known.stored(names, graphs));
  }

  /**
   * Encodes attributes as {@link #encodeAttribute} encodes each.
   *
   * @param values null where nothing is to be encoded
   * @param former the bytes of the values, as far as they are known; those that are still right are
   *     returned
   * @return the bytes of each value; null if one cannot be encoded now: then each is to be encoded
   *     alone
   */
  public @Nullable Bytes @Nullable [] encodeEach(
      @Nullable Object[] values, @Nullable Bytes[] former) {
    List<Object> roots = new ArrayList<>(values.length);
    for (Object value : values) {
      if (value != null) {
        roots.add(value);
      }
    }
    if (roots.isEmpty()) {
      return new Bytes[values.length];
    }
    try {
      return write(roots, false, graphs -> taken(graphs, values, former));
    } catch (TranscoderException | ConcurrentModificationException e) {
      return null;
    }
  }

  private static @Nullable Bytes[] taken(
      EncodedGraphs graphs, @Nullable Object[] values, @Nullable Bytes[] former) {
    @Nullable Bytes[] taken = new Bytes[values.length];
    int graph = 0;
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        Bytes was = former[i];
        boolean isSame =
            was != null
                && was.areIn(graphs.array(graph), graphs.start(graph), graphs.length(graph));
        taken[i] = isSame ? was : Bytes.wrap(graphs.take(graph));
        graph++;
      }
    }
    return taken;
  }

  private static boolean isSorted(Map<String, Object> attributes) {
    String before = null;
    for (String name : attributes.keySet()) {
      if (before != null && before.compareTo(name) > 0) {
        return false;
      }
      before = name;
    }
    return true;
  }

  /** The limits of a graph grow with its size: one graph of all may pass where its parts do not. */
  private <T> @Nullable T writeApart(List<Object> values, Function<EncodedGraphs, T> reader) {
    try {
      return write(values, true, reader);
    } catch (TranscoderException e) {
      if (e.reason() == TranscoderException.Reason.LIMIT_EXCEEDED) {
        return null;
      }
      throw e;
    }
  }

  private void reportAttribute(
      SessionId id, String name, Object value, TranscoderException refusal) {
    metrics.increment(Metric.ATTRIBUTES_REJECTED);
    String type = value.getClass().getName();
    if (isNew(name + ' ' + type)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Attribute \"{0}\" of class {1} is not backed up (session {2}; further sessions are not"
              + " reported): {3}",
          LogText.ofName(name),
          type,
          id,
          whole(value, refusal));
    }
  }

  /**
   * An attribute could not be read. After a deployment that may be so for each session, at each of
   * its moves: the log names the attribute once.
   *
   * @param whatNow where it counts as absent
   */
  public void reportUnreadable(String name, String whatNow, TranscoderException failure) {
    metrics.increment(Metric.ATTRIBUTES_UNREADABLE);
    if (isNew("unreadable " + name)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Attribute \"{0}\" cannot be decoded and counts as absent{1} (further sessions are not"
              + " reported): {2}",
          LogText.ofName(name),
          whatNow,
          failure.getMessage());
    }
  }

  /** An attribute is set that cannot be read here: Tomcats that could read it lose it. */
  public void reportReplaced(SessionId id, String name) {
    metrics.increment(Metric.ATTRIBUTES_UNREADABLE_REPLACED);
    long others = replacedLine.due();
    if (others >= 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Session {0}: attribute \"{1}\" cannot be decoded here, and the application has set it:"
              + " the new value replaces the stored one for all Tomcats. Was that written by a newer"
              + " version of the application? {2} more since the last message.",
          id,
          LogText.ofName(name),
          String.valueOf(others));
    }
  }

  /** All attributes are replaced, since what another Tomcat stored cannot be read here. */
  public void reportAllReplaced(SessionId id, TranscoderException failure) {
    metrics.increment(Metric.ATTRIBUTES_UNREADABLE_REPLACED);
    long others = allReplacedLine.due();
    if (others >= 0) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Session {0}: the attributes that another Tomcat stored cannot be decoded here and are"
              + " replaced. Were they written by a newer version of the application? {1} more since"
              + " the last message: {2}",
          id,
          String.valueOf(others),
          failure.getMessage());
    }
  }

  private boolean isNew(String trouble) {
    return reported.size() < MAX_REPORTED
        && reported.add(String.valueOf(LogText.ofMessage(trouble)));
  }

  /** Encodes a principal; one that cannot be written is left out. */
  public Bytes encodePrincipal(SessionId id, @Nullable Object principal) {
    return encodePart(id, "principal is", principal);
  }

  /** Encodes notes; those that cannot be written are left out. */
  public Bytes encodeNotes(SessionId id, @Nullable Object notes) {
    return encodePart(id, "notes are", notes);
  }

  private Bytes encodePart(SessionId id, String what, @Nullable Object part) {
    if (part == null) {
      return Bytes.EMPTY;
    }
    try {
      return write(part);
    } catch (TranscoderException e) {
      if (isNew(what + ' ' + e.getMessage())) { // which names the class to blame
        LOG.log(
            System.Logger.Level.WARNING,
            "The {0} not backed up (session {1}; further sessions are not reported): {2}",
            what,
            id,
            whole(part, e));
      }
      return Bytes.EMPTY;
    }
  }

  private String whole(Object graph, TranscoderException refusal) {
    return application.call(() -> refusals.apply(graph, refusal));
  }

  /** Decodes attributes. */
  public Map<String, Object> decode(EncodedAttributes encoded) {
    if (encoded instanceof EncodedAttributes.Together together) {
      return together.graph().isEmpty() ? Map.of() : attributeMap(read(together.graph()));
    }
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (var each : ((EncodedAttributes.Apart) encoded).graphs().entrySet()) {
      attributes.put(each.getKey(), read(each.getValue()));
    }
    return attributes;
  }

  /** Decodes a principal; null if there is none, or none that can be read: a new login. */
  public @Nullable Object decodePrincipal(SessionId id, Bytes principal) {
    try {
      return principal.isEmpty() ? null : read(principal);
    } catch (TranscoderException e) {
      if (isNew("unreadable principal: " + e.getMessage())) {
        LOG.log(
            System.Logger.Level.WARNING,
            "The principal of session {0} cannot be decoded and counts as absent (further sessions"
                + " are not reported): {1}",
            id,
            e.getMessage());
      }
      return null;
    }
  }

  /** Decodes notes, which must be readable; null if there were none. */
  public @Nullable Object decodeNotes(Bytes notes) {
    return notes.isEmpty() ? null : read(notes);
  }

  private static Map<String, Object> attributeMap(Object graph) {
    if (!(graph instanceof Map<?, ?> map)) {
      throw notAttributes();
    }
    Map<String, Object> attributes = new LinkedHashMap<>();
    for (Map.Entry<?, ?> each : map.entrySet()) {
      if (!(each.getKey() instanceof String text) || each.getValue() == null) {
        throw notAttributes();
      }
      attributes.put(text, each.getValue());
    }
    return attributes;
  }

  private static TranscoderException notAttributes() {
    return new TranscoderException(
        TranscoderException.Reason.UNREADABLE, "the graph is not a map of attributes by name");
  }

  private <T> @Nullable T write(
      List<Object> values, boolean isApart, Function<EncodedGraphs, T> reader) {
    return perform(Timing.ENCODE, () -> transcoder.encodeEach(values, isApart, reader));
  }

  private Bytes write(Object graph) {
    return Bytes.wrap(perform(Timing.ENCODE, () -> transcoder.encode(graph)));
  }

  private Object read(Bytes graph) {
    return perform(Timing.DECODE, () -> graph.lendTo(transcoder::decode));
  }

  private <T extends @Nullable Object> T perform(Timing timing, Supplier<T> work) {
    return application.call(() -> patiently(timing, work));
  }

  private <T extends @Nullable Object> T patiently(Timing timing, Supplier<T> work) {
    for (int attempt = 1; ; attempt++) {
      try {
        return timed(timing, work);
      } catch (ConcurrentModificationException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Measures work, failed attempts included. Counts no time where attributes share an object: the
   * encoding that follows is timed.
   */
  private <T extends @Nullable Object> T timed(Timing timing, Supplier<T> work) {
    long started = metrics.started();
    boolean isOver = true;
    try {
      T result = work.get();
      isOver = result != null;
      return result;
    } finally {
      if (isOver) {
        metrics.ended(timing, started);
      }
    }
  }
}
