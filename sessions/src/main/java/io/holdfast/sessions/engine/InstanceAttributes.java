package io.holdfast.sessions.engine;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.record.Fingerprint;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.ImmutableValues;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.sessions.model.ApartAttempts;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiPredicate;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The attributes of a session that several Tomcats write: as objects where a request has asked for
 * them, and in bytes as they were read where none has.
 *
 * <p>The map that a container works with. It notes which attributes may have changed: those that
 * were set, removed, or handed out although they can change in place. All others are written in the
 * bytes that were read: an attribute that no request touched costs nothing and survives a class
 * that is missing here. An object that no request uses can be given up again for its bytes.
 *
 * <p>An attribute that cannot be decoded does not exist for the application and stays in the
 * record. Only {@link #get}, {@link #put}, {@link #remove(Object)}, {@link #containsKey} and {@link
 * #keySet} are for containers: values seen by iteration may still be bytes.
 */
@SuppressWarnings("serial") // is never serialized: its values go through a transcoder
public final class InstanceAttributes extends ConcurrentHashMap<String, Object> {

  /** In the place of an attribute whose bytes the nodes alone have. */
  private static final Undecoded AWAY = new Undecoded(Bytes.EMPTY);

  private final transient SnapshotCodec codec;

  /** How attributes are one graph: only if they share objects; null if they are never. */
  private final transient @Nullable ApartAttempts apartUnlessShared;

  private final transient ChangeNotes touched = new ChangeNotes();

  /** Replaced as a whole, under this object's lock, since hardly any session has one. */
  private transient volatile Map<String, Bytes> unreadable = Map.of();

  /** Names of attributes that were set over unreadable bytes, which no encoding has reported. */
  private transient volatile Set<String> replaced = Set.of();

  /** Null of a sticky session: there a change after an answer never gives way. */
  private final transient @Nullable AttributeUses uses;

  /** The name of an attribute whose changes are not noted; null if those of all are. */
  private transient volatile @Nullable String unnoted;

  private transient volatile KnownAttributes known;
  private transient volatile Consumer<Object> decodeListener = value -> {};

  /** Reads the bytes that the nodes alone have; null if they are here. */
  private transient volatile @Nullable Runnable reader;

  /** Bytes in the place of an attribute that no request has asked for. */
  private record Undecoded(Bytes graph) {}

  /** An object that equals its bytes in the record: it can be decoded again. */
  record Spare(String name, Object value, Bytes graph) {}

  /**
   * The attributes in bytes, and which of them differ from the record that is known.
   *
   * @param known what the record has when they are stored
   * @param changed names of all attributes that were added, changed or removed, because the next
   *     encoding is compared with this one
   * @param restless names of attributes that another thread changed each time they were written:
   *     they are as in the record, and still noted as changed
   */
  record Encoded(KnownAttributes known, Set<String> changed, Set<String> restless) {

    /** As in the record that is known. */
    static Encoded unchanged(KnownAttributes known) {
      return new Encoded(known, Set.of(), Set.of());
    }

    /** What is to be stored. */
    EncodedAttributes attributes() {
      EncodedAttributes all = known.encoded();
      return all == null ? EncodedAttributes.Forgotten.ALL : all;
    }

    /**
     * A record with bytes: all attributes of the instance that shows it, where its own were given
     * up. Those that have changed since are merged by the next save.
     */
    SessionSnapshot in(SessionSnapshot record) {
      return record.isForgotten() ? record.withAttributes(attributes()) : record;
    }

    /** Returns whether nothing has changed, and so not all was encoded. */
    boolean isPartial() {
      return known.isForgotten();
    }
  }

  /** Takes over what was read, whose bytes a sticky session may give up. */
  InstanceAttributes(
      SnapshotCodec codec, Granularity granularity, EncodedAttributes loaded, boolean isSticky) {
    this.codec = codec;
    this.uses = isSticky ? null : new AttributeUses();
    this.apartUnlessShared = granularity == Granularity.SESSION ? new ApartAttempts() : null;
    if (loaded instanceof EncodedAttributes.Apart apart) {
      this.known = new KnownAttributes.Apart(apart, null);
      apart.graphs().forEach(this::take);
    } else {
      Map<String, Object> all = codec.decode(loaded);
      for (String name : all.keySet()) { // not putAll: the order of names is as in Tomcat's session
        super.put(name, all.get(name));
      }
      this.known = new KnownAttributes.Together((EncodedAttributes.Together) loaded, names(), null);
    }
  }

  /** A copy; unlike {@link #keySet} it leaves no view in the memory of the map. */
  private Set<String> names() {
    return Set.copyOf(Collections.list(super.keys()));
  }

  /** Takes over an attribute; of those that may share objects all are decoded that can be. */
  private void take(String name, Bytes graph) {
    Undecoded undecoded = new Undecoded(graph);
    Object value = apartUnlessShared == null ? undecoded : made(name, undecoded);
    if (value == null) {
      changeUnreadable(all -> all.put(name, graph));
    } else {
      super.put(name, value);
    }
  }

  private synchronized void changeUnreadable(Consumer<Map<String, Bytes>> change) {
    Map<String, Bytes> changed = new HashMap<>(unreadable);
    change.accept(changed);
    unreadable = changed;
  }

  // ---- for the container ----

  /** Calls the listener for each value that was or will be decoded from the record. */
  public void onDecoded(Consumer<Object> listener) {
    decodeListener = listener;
    objects().values().forEach(listener);
  }

  /** The attributes that are objects here, in the order of their names. */
  private Map<String, Object> objects() {
    Map<String, Object> objects = new TreeMap<>();
    for (String name : Collections.list(super.keys())) {
      Object value = super.get(name);
      if (value != null && !(value instanceof Undecoded)) {
        objects.put(name, value);
      }
    }
    return objects;
  }

  /** Notes no change of an attribute of the container's own, which is not to be stored. */
  public void ignoreChangesOf(String name) {
    unnoted = name;
  }

  /**
   * Says for which request the calling thread gets and sets attributes: so changes behind an answer
   * can be told from those of other requests.
   *
   * @param request null if the request is not known; then it counts as not answered
   */
  public void askedBy(Supplier<@Nullable AnswerState> request) {
    if (uses != null) {
      uses.askedBy(request);
    }
  }

  /** Which requests use which attributes; null of a sticky session. */
  @Nullable AttributeUses uses() {
    return uses;
  }

  /** Removes attributes that were read but are not to be stored any more; calls no listener. */
  public void leaveOut(Predicate<String> names) {
    entrySet().removeIf(each -> names.test(each.getKey()));
  }

  /**
   * Takes over from a former instance of the session the attributes that are in no record because
   * they are not to be stored. Calls no listener, for the session goes on.
   */
  public void keepUnstored(InstanceAttributes former, BiPredicate<String, Object> isStored) {
    for (Map.Entry<String, Object> each : former.objects().entrySet()) {
      if (!isStored.test(each.getKey(), each.getValue())) {
        super.putIfAbsent(each.getKey(), each.getValue());
      }
    }
  }

  /** Passes values that a listener wants to the action, if they are objects: it may change them. */
  public void offer(Predicate<Object> isFor, Consumer<Object> action) {
    for (Map.Entry<String, Object> each : objects().entrySet()) {
      if (isFor.test(each.getValue())) {
        action.accept(each.getValue());
        touched.add(each.getKey());
      }
    }
  }

  @Override
  public @Nullable Object get(Object key) {
    String name = (String) key;
    Object object = decoded(name, super.get(name));
    if (name.equals(unnoted)) {
      return object;
    }
    if (uses != null && object != null && !ImmutableValues.isImmutable(object)) {
      uses.note(name, false);
    }
    while (object != null && !ImmutableValues.isImmutable(object) && !touched.contains(name)) {
      Object now = touch(name);
      if (now == object) {
        return object;
      }
      object = decoded(name, now);
    }
    return object;
  }

  private @Nullable Object decoded(String name, @Nullable Object value) {
    Object object = value;
    while (object instanceof Undecoded undecoded) {
      if (undecoded.graph.isEmpty() && !isBack()) {
        return null;
      }
      object = undecoded.graph.isEmpty() ? super.get(name) : decodeInPlace(name, undecoded);
    }
    return object;
  }

  /** Notes that the attribute may change from now on, so that it is not given up; returns it. */
  private @Nullable Object touch(String name) {
    return super.computeIfPresent(
        name,
        (same, value) -> {
          touched.add(same);
          return value;
        });
  }

  private synchronized void noteReplaced(String name) {
    Set<String> more = new TreeSet<>(replaced);
    more.add(name);
    replaced = more;
  }

  private synchronized Set<String> takeReplaced() {
    Set<String> taken = replaced;
    replaced = Set.of();
    return taken;
  }

  @Override
  public @Nullable Object put(String name, Object value) {
    if (unreadable.containsKey(name)) {
      noteReplaced(name);
    }
    Object raw = set(name, Objects.requireNonNull(value));
    Object former = former(name, raw);
    if (raw != null && former == null) {
      noteReplaced(name); // the application has not asked for it
    }
    return former;
  }

  @Override
  public @Nullable Object remove(Object key) {
    String name = (String) key;
    return former(name, set(name, null));
  }

  /** Sets an attribute, or removes it for null; returns what was there. */
  private @Nullable Object set(String name, @Nullable Object value) {
    if (name.equals(unnoted)) {
      return value == null ? super.remove(name) : super.put(name, value);
    }
    var unused = isBack();
    if (uses != null) {
      uses.note(name, true);
    }
    touched.begin(name);
    try {
      if (unreadable.containsKey(name)) {
        changeUnreadable(all -> all.remove(name));
      }
      if (value == null) {
        return super.remove(name);
      }
      return super.put(super.get(name) == null ? name.intern() : name, value);
    } finally {
      touched.end();
    }
  }

  /** All requests get the one object that was decoded first. */
  private @Nullable Object decodeInPlace(String name, Undecoded undecoded) {
    Object value = made(name, undecoded);
    if (value == null) {
      changeUnreadable(all -> all.put(name, undecoded.graph));
      super.remove(name, undecoded);
      return null;
    }
    if (!replace(name, undecoded, value)) {
      return super.get(name);
    }
    decodeListener.accept(value);
    return value;
  }

  private @Nullable Object former(String name, @Nullable Object value) {
    if (!(value instanceof Undecoded undecoded)) {
      return value;
    }
    Object made = made(name, undecoded);
    if (made != null) {
      decodeListener.accept(made);
    }
    return made;
  }

  private @Nullable Object made(String name, Undecoded undecoded) {
    try {
      return codec.decodeAttribute(undecoded.graph);
    } catch (TranscoderException e) {
      codec.reportUnreadable(name, " here; it stays in the record until it is set again", e);
      return null;
    }
  }

  // ---- objects that no request uses ----

  /** Looks for objects that equal their bytes in the record, and that no other attribute shares. */
  List<Spare> spare(SessionId id, Predicate<Object> isKept) {
    KnownAttributes before = known;
    Map<String, Object> objects = objects();
    Map<String, Bytes> apart = apartUnlessShared == null ? null : apart(objects, before);
    List<Spare> spare = new ArrayList<>();
    for (String name : objects.keySet()) {
      Object value = objects.get(name);
      if (before.names().contains(name) && !touched.contains(name) && !isKept.test(value)) {
        Bytes graph = apart == null ? codec.encodeAttribute(id, name, value) : apart.get(name);
        if (graph != null && before.isSame(name, graph)) {
          Bytes kept = before.graph(name);
          spare.add(new Spare(name, value, kept == null ? graph : kept));
        }
      }
    }
    return spare;
  }

  /** The bytes of objects that no two attributes share; none if they do, or one is not stored. */
  private Map<String, Bytes> apart(Map<String, Object> objects, KnownAttributes before) {
    boolean mayBeApart =
        !objects.isEmpty()
            && !before.isOfOneGraph()
            && before.names().containsAll(objects.keySet());
    EncodedAttributes.Apart apart = mayBeApart ? codec.encodeApart(objects) : null;
    return apart == null ? Map.of() : apart.graphs();
  }

  /**
   * Gives up objects for their bytes, which are decoded when a request asks. Objects that were
   * handed out or replaced since stay. To be called while no request uses the session.
   */
  void giveUp(List<Spare> spares) {
    for (Spare spare : spares) {
      super.computeIfPresent(
          spare.name,
          (name, value) ->
              value == spare.value && !touched.contains(name) ? new Undecoded(spare.graph) : value);
    }
  }

  // ---- bytes that the nodes alone have ----

  /** Returns whether the nodes alone have the attributes. */
  public boolean isAway() {
    return reader != null;
  }

  /**
   * Gives up the bytes as well, which the nodes have.
   *
   * @param read is to call {@link #bringBack} if it gets them; the caller waits for it
   * @return false if that {@linkplain #mayGoAway may not be}
   */
  synchronized boolean goAway(Runnable read) {
    if (!mayGoAway()) {
      return false;
    }
    reader = read;
    super.replaceAll((name, value) -> value instanceof Undecoded ? AWAY : value);
    return true;
  }

  /** Returns whether all is in bytes, which the nodes have and this Tomcat needs for nothing. */
  boolean mayGoAway() {
    return isForgotten() && !isAway() && !mayHaveChanged() && objects().isEmpty();
  }

  /** The nodes still have the record whose bytes were given up. */
  synchronized void bringBack(EncodedAttributes stored) {
    if (stored instanceof EncodedAttributes.Apart apart) {
      super.replaceAll(
          (name, value) -> {
            Bytes graph = AWAY.equals(value) ? apart.graphs().get(name) : null;
            return graph == null ? value : new Undecoded(graph);
          });
      reader = null;
    }
  }

  /** Reads the bytes if the nodes alone have them; false if they do not answer, or have others. */
  private boolean isBack() {
    Runnable reading = reader;
    if (reading != null) {
      reading.run();
    }
    return !isAway();
  }

  // ---- for the protocol ----

  /** How often attributes were set or removed here; a change in place does not count. */
  int sets() {
    return touched.sets();
  }

  /** Returns whether any attribute may differ from the record. */
  boolean mayHaveChanged() {
    return !touched.isEmpty();
  }

  /** Notes that each object may differ from the record. */
  void touchAll() {
    touched.addAll(objects().keySet());
  }

  /** Notes again that these may differ from the record. */
  void touchAgain(Set<String> names) {
    touched.addAll(names);
  }

  /**
   * The attributes as they are now. Clears the notes of changes unless a request may still change
   * an object that it got, or a thread has noted a change that it has yet to make.
   *
   * @param noRequestAtWork whether no request may still change an object that it got; asked again
   *     when the notes are cleared, since a request that began meanwhile may rely on a note that it
   *     found
   * @param isNeeded false if the attributes are only needed should one of them have changed
   * @throws java.util.ConcurrentModificationException if another thread changed a collection at
   *     each attempt, and the bytes that could stand for it were given up; or the nodes alone have
   *     the bytes, and do not answer
   */
  Encoded encode(
      SessionId id,
      BiPredicate<String, Object> storable,
      BooleanSupplier noRequestAtWork,
      boolean isNeeded) {
    for (String name : takeReplaced()) {
      codec.reportReplaced(id, name);
    }
    String[] noted = touched.toArray();
    if (noRequestAtWork.getAsBoolean()) {
      touched.removeAll(noted);
      if (!noRequestAtWork.getAsBoolean() || touched.isSetting()) {
        touched.addAll(noted);
      }
    }
    try {
      if ((isNeeded || noted.length > 0) && !isBack()) {
        throw new ConcurrentModificationException("the nodes do not have the attributes: " + id);
      }
      Encoded quick = apartUnlessShared == null ? encodeNoted(id, storable, noted, isNeeded) : null;
      Encoded encoded = quick == null ? encoded(id, storable, Set.of(noted), isNeeded) : quick;
      if (!encoded.restless.isEmpty()) {
        touched.addAll(encoded.restless);
      }
      return encoded;
    } catch (RuntimeException | Error e) {
      touched.addAll(noted);
      throw e;
    }
  }

  private Encoded encoded(
      SessionId id, BiPredicate<String, Object> storable, Set<String> noted, boolean isNeeded) {
    return apartUnlessShared == null || !unreadable.isEmpty() || isApart(noted)
        ? encodeApart(id, storable, noted, isNeeded, false)
        : encodeUnlessShared(id, storable, noted, isNeeded, apartUnlessShared);
  }

  /** Returns whether objects were given up, and no request has had one since that may be shared. */
  private boolean isApart(Set<String> noted) {
    return noted.isEmpty()
        && super.search(Long.MAX_VALUE, (name, value) -> value instanceof Undecoded ? name : null)
            != null;
  }

  /**
   * The same as {@link #encodeApart} for nearly all requests: the names are those of the record,
   * whose bytes are here, and only what is noted is looked at.
   *
   * @return null if it is not so
   */
  private @Nullable Encoded encodeNoted(
      SessionId id, BiPredicate<String, Object> storable, String[] noted, boolean isNeeded) {
    if (!(known instanceof KnownAttributes.Apart before) || !hasNamesOf(before)) {
      return null;
    }
    Object[] values = new Object[noted.length];
    Bytes[] graphs = new Bytes[noted.length];
    for (int i = 0; i < noted.length; i++) {
      Object value = super.get(noted[i]);
      Bytes graph = before.graph(noted[i]);
      if (graph == null
          || value == null
          || value instanceof Undecoded
          || !storable.test(noted[i], value)) {
        return null;
      }
      values[i] = value;
      graphs[i] = graph;
    }
    @Nullable Bytes[] fresh = codec.encodeEach(values, graphs);
    if (fresh == null) {
      return encodeApart(id, storable, Set.of(noted), isNeeded, true);
    }
    Set<String> changed = Set.of();
    for (int i = 0; i < noted.length; i++) {
      Bytes now = Objects.requireNonNull(fresh[i]);
      if (!now.equals(graphs[i])) {
        changed = changed.isEmpty() ? new TreeSet<>() : changed;
        changed.add(noted[i]);
        graphs[i] = now;
      }
    }
    return changed.isEmpty()
        ? Encoded.unchanged(before)
        : new Encoded(
            new KnownAttributes.Apart(before.encoded().with(noted, graphs), null),
            changed,
            Set.of());
  }

  /** Returns whether the record has all attributes that are here, and no other one. */
  private boolean hasNamesOf(KnownAttributes.Apart record) {
    if (!unreadable.isEmpty() || mappingCount() != record.encoded().graphs().size()) {
      return false;
    }
    for (Enumeration<String> names = super.keys(); names.hasMoreElements(); ) {
      if (!record.has(names.nextElement())) {
        return false;
      }
    }
    return true;
  }

  /** Reads the notes and the values: an attribute set meanwhile may be seen without its note. */
  private Encoded encodeApart(
      SessionId id,
      BiPredicate<String, Object> storable,
      Set<String> noted,
      boolean isNeeded,
      boolean isEachAlone) {
    KnownAttributes before = known;
    Map<String, Bytes> unread = unreadable;
    String[] names = sortedNames();
    @Nullable Object[] values = new Object[names.length];
    @Nullable Object[] due = new Object[names.length];
    @Nullable Bytes[] all = new Bytes[names.length];
    for (int i = 0; i < names.length; i++) {
      String name = names[i];
      Object raw = super.get(name);
      values[i] = raw; // null if removed meanwhile, which is noted
      all[i] = raw instanceof Undecoded undecoded ? undecoded.graph : before.graph(name);
      boolean isNew = all[i] == null && !before.isForgotten(name);
      if (raw != null && !(raw instanceof Undecoded) && (isNew || noted.contains(name))) {
        due[i] = storable.test(name, raw) ? raw : null;
        all[i] = due[i] == null ? null : all[i];
      }
    }
    @Nullable Bytes[] fresh = isEachAlone ? null : codec.encodeEach(due, all);
    Map<String, Object> unchanged = before.isForgotten() ? new TreeMap<>() : Map.of();
    Set<String> changed = new TreeSet<>();
    Set<String> restless = fresh == null ? new HashSet<>() : Set.of();
    for (int i = 0; i < names.length; i++) {
      String name = names[i];
      Object raw = values[i];
      boolean isForgotten = before.isForgotten(name);
      if (raw != null && due[i] != null) {
        all[i] = fresh == null ? codec.encodeAttribute(id, name, raw, all[i], restless) : fresh[i];
      } else if (raw == null) {
        all[i] = null;
        continue;
      } else if (all[i] == null && isForgotten && !noted.contains(name)) {
        unchanged.put(name, raw);
        continue;
      }
      if (!(raw instanceof Undecoded && isForgotten) && !before.isSame(name, all[i])) {
        changed.add(name);
      }
    }
    if (!restless.isEmpty() && restless.stream().anyMatch(before::isForgotten)) {
      throw new ConcurrentModificationException("changed at each attempt: " + restless); // waits
    }
    Map<String, Bytes> unreadNow = unreadable; // also what could not be decoded meanwhile
    for (String name : before.names()) {
      int place = Arrays.binarySearch(names, name);
      if ((place < 0 || all[place] == null)
          && !unchanged.containsKey(name)
          && !unread.containsKey(name)
          && !unreadNow.containsKey(name)) {
        changed.add(name);
      }
    }
    if (changed.isEmpty()
        && restless.isEmpty()
        && (before instanceof KnownAttributes.Apart || (before.isForgotten() && !isNeeded))) {
      return Encoded.unchanged(before);
    }
    Map<String, Bytes> graphs = new TreeMap<>(unreadNow);
    graphs.putAll(unread);
    for (int i = 0; i < names.length; i++) {
      Bytes graph = all[i];
      if (graph != null) {
        graphs.put(names[i], graph);
      }
    }
    for (String name : unchanged.keySet()) {
      Object value = unchanged.get(name); // whatever its bytes are: another Tomcat's go before them
      Bytes graph = storable.test(name, value) ? codec.encodeAttribute(id, name, value) : null;
      if (graph == null) {
        changed.add(name);
      } else {
        graphs.put(name, graph);
      }
    }
    KnownAttributes now = new KnownAttributes.Apart(new EncodedAttributes.Apart(graphs), null);
    return new Encoded(now, changed, restless);
  }

  /** One graph where attributes share objects, else as {@link #encodeApart}. */
  private Encoded encodeUnlessShared(
      SessionId id,
      BiPredicate<String, Object> storable,
      Set<String> noted,
      boolean isNeeded,
      ApartAttempts attempts) {
    KnownAttributes before = known;
    if (noted.isEmpty() && (!before.isForgotten() || !isNeeded)) {
      return Encoded.unchanged(before);
    }
    Map<String, Object> values = storable(storable);
    if (!unreadable.isEmpty()) {
      return encodeApart(id, storable, noted, isNeeded, false);
    }
    Set<String> restless = new HashSet<>();
    // Before the graph: what changes in between counts as changed the next time.
    Map<String, Fingerprint> each =
        before.isOfOneGraph() ? codec.fingerprints(id, values, restless) : null;
    AttributePrints.Comparison same =
        before instanceof AttributePrints prints ? new AttributePrints.Comparison(prints) : null;
    SnapshotCodec.Known compared = same == null || isNeeded ? SnapshotCodec.Known.NOTHING : same;
    EncodedAttributes encoded = codec.encode(id, values, restless, attempts, compared);
    if (!restless.isEmpty()) {
      values.keySet().removeAll(restless);
      values.putAll(former(restless, before));
      encoded = codec.encode(id, values, new HashSet<>(), attempts, SnapshotCodec.Known.NOTHING);
      each = null;
    }
    if (encoded instanceof EncodedAttributes.Forgotten) {
      return Encoded.unchanged(before);
    }
    if (encoded instanceof EncodedAttributes.Together && each == null) {
      each = codec.fingerprints(id, values, new HashSet<>());
      encoded = codec.encodeTogether(id, values);
    }
    KnownAttributes now;
    if (encoded instanceof EncodedAttributes.Together one) {
      now = new KnownAttributes.Together(one, Objects.requireNonNull(each).keySet(), each);
    } else {
      EncodedAttributes.Apart apart = (EncodedAttributes.Apart) encoded;
      now = new KnownAttributes.Apart(apart, same == null ? null : same.of(apart));
    }
    Set<String> changed =
        before.isWhole(now) ? Set.of() : changed(id, before, now, noted, restless, values);
    return new Encoded(now, changed, restless);
  }

  /** What the record has in the place of attributes that another thread changes all the time. */
  private Map<String, Object> former(Set<String> restless, KnownAttributes before) {
    Map<String, Object> former = new TreeMap<>();
    if (restless.stream().anyMatch(before.names()::contains)) {
      EncodedAttributes was = before.encoded();
      if (was == null) { // the save has to wait for them
        throw new ConcurrentModificationException("changed at each attempt: " + restless);
      }
      former.putAll(codec.decode(was));
      former.keySet().retainAll(restless);
    }
    return former;
  }

  /**
   * Names of the attributes that are not as in the record: apart, of those that are noted, or that
   * the container's filter has added or removed; in one graph, of all, since an object that two of
   * them share may have been changed under the name of one.
   */
  private Set<String> changed(
      SessionId id,
      KnownAttributes before,
      KnownAttributes now,
      Set<String> noted,
      Set<String> restless,
      Map<String, Object> values) {
    Predicate<String> isNoted = name -> noted.contains(name) || touched.contains(name);
    Set<String> changed = new TreeSet<>();
    for (String name : now.names()) {
      if ((now.isOfOneGraph() || isNoted.test(name) || !before.has(name))
          && !before.isSame(name, now)) {
        changed.add(name);
      }
    }
    for (String name : before.names()) {
      if (!now.has(name)) {
        changed.add(name);
      }
    }
    if (!restless.isEmpty()) {
      changed.removeAll(restless);
    }
    EncodedAttributes was = now.isOfOneGraph() || before.isOfOneGraph() ? before.encoded() : null;
    if (was != null && !changed.isEmpty()) { // which may be as here once it is read
      Map<String, Fingerprint> read = prints(id, codec.decode(was), changed);
      changed.removeIf(name -> Objects.equals(read.get(name), now.print(name)));
    }
    if (!now.isOfOneGraph()) {
      return changed;
    }
    changed.removeAll(restless(id, was, values, changed, isNoted));
    if (changed.isEmpty()
        && (was == null || !codec.encodeTogether(id, codec.decode(was)).equals(now.encoded()))) {
      changed.addAll(now.names()); // what is shared by whom may have changed
      changed.removeAll(restless);
      changed.removeIf(isNoted.negate());
    }
    return changed;
  }

  /**
   * Names of those that differ from themselves, such as by identity hashes, which tells nothing.
   */
  private Set<String> restless(
      SessionId id,
      @Nullable EncodedAttributes was,
      Map<String, Object> values,
      Set<String> differing,
      Predicate<String> isNoted) {
    Set<String> restless = new TreeSet<>(differing);
    restless.removeIf(isNoted);
    if (!restless.isEmpty()) {
      Map<String, Fingerprint> one = prints(id, was == null ? values : codec.decode(was), restless);
      Map<String, Fingerprint> two = prints(id, was == null ? values : codec.decode(was), restless);
      restless.removeIf(name -> Objects.equals(one.get(name), two.get(name)));
    }
    return restless;
  }

  private Map<String, Fingerprint> prints(
      SessionId id, Map<String, Object> values, Set<String> names) {
    Map<String, Object> some = new TreeMap<>(values);
    some.keySet().retainAll(names);
    return codec.fingerprints(id, some, new HashSet<>());
  }

  /** Those that are to be stored, in the order of their names. */
  private Map<String, Object> storable(BiPredicate<String, Object> storable) {
    Map<String, Object> values = new LinkedHashMap<>(2 * size()); // the kind that one graph is of
    for (String name : sortedNames()) {
      Object value = decoded(name, super.get(name)); // attributes may come to share what they hold
      if (value != null && storable.test(name, value)) {
        values.put(name, value);
      }
    }
    return values;
  }

  /** Without {@link #keySet()}, which the map would keep: 24 bytes of each session. */
  private String[] sortedNames() {
    String[] names = Collections.list(super.keys()).toArray(new String[0]);
    Arrays.sort(names);
    return names;
  }

  /** Notes that the encoded attributes are in the record now. */
  synchronized void stored(Encoded encoded) {
    known = encoded.known;
  }

  /** Gives up the bytes of the record; objects that no request has asked for keep theirs. */
  synchronized void forget() {
    known = known.forgotten();
  }

  /** Returns whether the bytes of the record were given up. */
  boolean isForgotten() {
    return known.isForgotten();
  }
}
