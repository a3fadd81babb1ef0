package io.holdfast.sessions.nonsticky;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.ImmutableValues;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.sessions.model.SnapshotCodec;
import java.util.ArrayList;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
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
public final class NonStickyAttributes extends ConcurrentHashMap<String, Object> {

  private final transient SnapshotCodec codec;
  private final transient Granularity granularity;
  private final transient Set<String> touched = ConcurrentHashMap.newKeySet();

  /** Replaced as a whole, under this object's lock, since hardly any session has one. */
  private transient volatile Map<String, Bytes> unreadable = Map.of();

  /** Names of attributes that were set over unreadable bytes, which no encoding has reported. */
  private transient volatile Set<String> replaced = Set.of();

  private final transient AttributeUses uses = new AttributeUses();
  private final transient AtomicLong sets = new AtomicLong();

  /** How many threads have noted an attribute that they are just about to set or remove. */
  private final transient AtomicInteger setting = new AtomicInteger();

  /** The name of an attribute whose changes are not noted; null if those of all are. */
  private transient volatile @Nullable String unnoted;

  private transient volatile Known known;
  private transient volatile Consumer<Object> decodeListener = value -> {};

  /**
   * What the record holds, as far as this instance has read or written it.
   *
   * @param graphs the attributes in bytes; empty if they are one graph
   * @param names of the attributes in the record
   * @param whole all attributes in one graph; null if they are apart, or not known in bytes
   */
  private record Known(Map<String, Bytes> graphs, Set<String> names, @Nullable Bytes whole) {

    static Known of(EncodedAttributes encoded, Set<String> names) {
      return encoded instanceof EncodedAttributes.Apart apart
          ? new Known(apart.graphs(), names, null)
          : new Known(Map.of(), names, ((EncodedAttributes.Together) encoded).graph());
    }

    /** The attributes in bytes; null if there are none. */
    @Nullable EncodedAttributes encoded() {
      if (whole != null) {
        return new EncodedAttributes.Together(whole);
      }
      return graphs.isEmpty() ? null : new EncodedAttributes.Apart(graphs);
    }
  }

  /** Bytes in the place of an attribute that no request has asked for. */
  private record Undecoded(Bytes graph) {}

  /** An object that equals its bytes in the record: it can be decoded again. */
  record Spare(String name, Object value, Bytes graph) {}

  /**
   * The attributes in bytes, and which of them differ from the record that is known.
   *
   * @param attributes what is to be stored
   * @param names of these attributes
   * @param changed names of all attributes that were added, changed or removed, because the next
   *     encoding is compared with this one. Where all are one graph, this may include attributes
   *     that were only handed out
   * @param former what the record had, which shows which of one graph's attributes were only handed
   *     out; null if that is known, or the record had none
   * @param restless names of attributes that another thread changed each time they were written:
   *     they are as in the record, and still noted as changed
   */
  record Encoded(
      EncodedAttributes attributes,
      Set<String> names,
      Set<String> changed,
      @Nullable EncodedAttributes former,
      Set<String> restless) {}

  /**
   * Takes over what was read.
   *
   * @throws TranscoderException if the attributes are one graph and cannot be decoded
   */
  NonStickyAttributes(SnapshotCodec codec, Granularity granularity, EncodedAttributes loaded) {
    this.codec = codec;
    this.granularity = granularity;
    if (loaded instanceof EncodedAttributes.Apart apart && granularity == Granularity.ATTRIBUTE) {
      apart.graphs().forEach((name, graph) -> super.put(name, new Undecoded(graph)));
    } else if (loaded instanceof EncodedAttributes.Apart apart) {
      apart.graphs().forEach(this::decodeOrKeep);
    } else {
      codec.decode(loaded).forEach(super::put);
    }
    this.known =
        Known.of(
            loaded,
            loaded instanceof EncodedAttributes.Apart apart
                ? apart.graphs().keySet()
                : Set.copyOf(keySet()));
  }

  /** Keeps the bytes of an attribute that cannot be decoded; the others are decoded. */
  private void decodeOrKeep(String name, Bytes graph) {
    Object value = made(name, new Undecoded(graph));
    if (value == null) {
      keepUnreadable(name, graph);
    } else {
      super.put(name, value);
    }
  }

  private synchronized void keepUnreadable(String name, Bytes graph) {
    Map<String, Bytes> more = new HashMap<>(unreadable);
    more.put(name, graph);
    unreadable = more;
  }

  private synchronized void forgetUnreadable(String name) {
    Map<String, Bytes> fewer = new HashMap<>(unreadable);
    fewer.remove(name);
    unreadable = fewer;
  }

  // ---- for the container ----

  /** Calls the listener for each value that was or will be decoded from the record. */
  public void onDecoded(Consumer<Object> listener) {
    decodeListener = listener;
    super.forEach(
        (name, value) -> {
          if (!(value instanceof Undecoded)) {
            listener.accept(value);
          }
        });
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
    uses.askedBy(request);
  }

  /** Which requests use which attributes. */
  AttributeUses uses() {
    return uses;
  }

  /** Removes attributes that were read but are not to be stored any more; calls no listener. */
  public void leaveOut(Predicate<String> names) {
    keySet().removeIf(names);
  }

  /**
   * Takes over from a former instance of the session the attributes that are in no record because
   * they are not to be stored. Calls no listener, for the session goes on.
   *
   * @param isStored whether an attribute is to be stored
   */
  public void keepUnstored(NonStickyAttributes former, BiPredicate<String, Object> isStored) {
    former.forEach(
        (name, value) -> {
          if (!(value instanceof Undecoded) && !isStored.test(name, value)) {
            super.putIfAbsent(name, value);
          }
        });
  }

  /**
   * Hands out the values that a listener wants, as far as they are objects here; they may change in
   * place.
   */
  public void offer(Predicate<Object> isFor, Consumer<Object> somebody) {
    super.forEach(
        (name, value) -> {
          if (!(value instanceof Undecoded) && isFor.test(value)) {
            somebody.accept(value);
            touched.add(name);
          }
        });
  }

  @Override
  public @Nullable Object get(Object key) {
    String name = (String) key;
    Object object = decoded(name, super.get(name));
    if (name.equals(unnoted)) {
      return object;
    }
    if (object != null && !ImmutableValues.isImmutable(object)) {
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
      object = decodeInPlace(name, undecoded);
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
    Object raw = changed(name, () -> super.put(name, value));
    Object former = former(name, raw);
    if (raw != null && former == null) {
      noteReplaced(name); // the application has not asked for it
    }
    return former;
  }

  @Override
  public @Nullable Object remove(Object key) {
    String name = (String) key;
    return former(name, changed(name, () -> super.remove(name)));
  }

  private @Nullable Object changed(String name, Supplier<@Nullable Object> change) {
    if (name.equals(unnoted)) {
      return change.get();
    }
    uses.note(name, true);
    sets.incrementAndGet();
    setting.incrementAndGet();
    try {
      touched.add(name);
      if (unreadable.containsKey(name)) {
        forgetUnreadable(name);
      }
      return change.get();
    } finally {
      setting.decrementAndGet();
    }
  }

  /** All requests get the one object that was decoded first. */
  private @Nullable Object decodeInPlace(String name, Undecoded undecoded) {
    Object value = made(name, undecoded);
    if (value == null) {
      keepUnreadable(name, undecoded.graph);
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

  /**
   * Looks for objects that equal their bytes in the record: encodes and compares each. There are
   * none where all attributes are one graph.
   *
   * @param isKept which objects are not to be looked at
   * @throws java.util.ConcurrentModificationException if another thread changed a collection at
   *     each attempt
   */
  List<Spare> spare(SessionId id, Predicate<Object> isKept) {
    List<Spare> spare = new ArrayList<>();
    if (granularity == Granularity.SESSION) {
      return spare;
    }
    known.graphs.forEach(
        (name, graph) -> {
          Object value = super.get(name);
          if (value != null
              && !(value instanceof Undecoded)
              && !touched.contains(name)
              && !isKept.test(value)
              && Objects.equals(graph, codec.encodeAttribute(id, name, value))) {
            spare.add(new Spare(name, value, graph));
          }
        });
    return spare;
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

  // ---- for the protocol ----

  /** How often attributes were set or removed here; a change in place does not count. */
  long sets() {
    return sets.get();
  }

  /** Whether any attribute may differ from the record. */
  boolean mayHaveChanged() {
    return !touched.isEmpty();
  }

  /** Notes again that these may differ from the record. */
  void touchAgain(Set<String> names) {
    touched.addAll(names);
  }

  /**
   * The attributes as they are now. Clears the notes of changes unless a request may still change
   * an object that it got, or a thread has noted a change that it has yet to make.
   *
   * @param storable which attributes are to be stored
   * @param noRequestAtWork whether no request may still change an object that it got; asked again
   *     when the notes are cleared, since a request that began meanwhile may rely on a note that it
   *     found
   */
  Encoded encode(
      SessionId id, BiPredicate<String, Object> storable, BooleanSupplier noRequestAtWork) {
    takeReplaced().forEach(name -> codec.reportReplaced(id, name));
    Set<String> noted = new HashSet<>(touched);
    if (noRequestAtWork.getAsBoolean()) {
      touched.removeAll(noted);
      if (!noRequestAtWork.getAsBoolean() || setting.get() > 0) {
        touched.addAll(noted);
      }
    }
    try {
      Encoded encoded =
          granularity == Granularity.ATTRIBUTE || !unreadable.isEmpty()
              ? encodeApart(id, storable, noted)
              : encodeTogether(id, storable, noted);
      touched.addAll(encoded.restless);
      return encoded;
    } catch (RuntimeException | Error e) {
      touched.addAll(noted);
      throw e;
    }
  }

  /** Reads the notes and the values: an attribute set meanwhile may be seen without its note. */
  private Encoded encodeApart(
      SessionId id, BiPredicate<String, Object> storable, Set<String> noted) {
    Known before = known;
    Map<String, Bytes> graphs = new TreeMap<>(unreadable);
    Set<String> changed = new TreeSet<>();
    Set<String> restless = new HashSet<>();
    new TreeMap<>(this)
        .forEach(
            (name, raw) -> {
              Bytes was = before.graphs.get(name);
              Bytes graph = was;
              if (raw instanceof Undecoded undecoded) {
                graph = undecoded.graph;
              } else if (was == null || noted.contains(name)) {
                graph =
                    storable.test(name, raw)
                        ? codec.encodeAttribute(id, name, raw, was, restless)
                        : null;
              }
              if (graph != null) {
                graphs.put(name, graph);
              }
              if (!Objects.equals(graph, was)) {
                changed.add(name);
              }
            });
    unreadable.forEach(graphs::putIfAbsent); // what could not be decoded meanwhile
    for (String name : before.names) {
      if (!graphs.containsKey(name)) {
        changed.add(name);
      }
    }
    EncodedAttributes.Apart apart = new EncodedAttributes.Apart(graphs);
    Set<String> names = apart.graphs().keySet(); // not of the map it copies: they are kept
    return new Encoded(apart, names, changed, null, restless);
  }

  private Encoded encodeTogether(
      SessionId id, BiPredicate<String, Object> storable, Set<String> noted) {
    Known before = known;
    Bytes was = before.whole;
    if (was != null && noted.isEmpty()) {
      return new Encoded(
          new EncodedAttributes.Together(was), before.names, Set.of(), null, Set.of());
    }
    Map<String, Object> values = new LinkedHashMap<>();
    new TreeMap<>(this)
        .forEach(
            (name, value) -> {
              if (storable.test(name, value)) {
                values.put(name, value);
              }
            });
    Set<String> restless = new HashSet<>();
    EncodedAttributes encoded = codec.encodeTogether(id, values, restless);
    if (!restless.isEmpty()) {
      Map<String, Object> former =
          was == null ? Map.of() : codec.decode(new EncodedAttributes.Together(was));
      values.keySet().removeAll(restless);
      former.forEach(
          (name, value) -> {
            if (restless.contains(name)) {
              values.put(name, value);
            }
          });
      encoded = codec.encodeTogether(id, values);
    }
    if (was != null && encoded.equals(new EncodedAttributes.Together(was))) {
      return new Encoded(encoded, values.keySet(), Set.of(), null, restless);
    }
    Set<String> changed = new TreeSet<>(noted);
    touched.stream()
        .filter(name -> values.containsKey(name) || before.names.contains(name))
        .forEach(changed::add);
    changed.removeAll(restless);
    return new Encoded(encoded, values.keySet(), changed, before.encoded(), restless);
  }

  /** Notes that the encoded attributes are in the record now. */
  void stored(Encoded encoded) {
    known = Known.of(encoded.attributes, encoded.names);
  }
}
