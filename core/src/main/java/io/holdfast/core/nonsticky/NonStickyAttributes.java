package io.holdfast.core.nonsticky;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.model.SnapshotCodec;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.session.ImmutableValues;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.transcoder.TranscoderException;
import java.util.ArrayList;
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
 * were set, removed, or handed out although they can change in place. What is written are the bytes
 * as read for all others, so that an attribute which nobody touched costs nothing and cannot be
 * spoilt by a class that is missing here. An object that nobody uses can be given up again for its
 * bytes.
 *
 * <p>An attribute that cannot be decoded does not exist for the application and stays in the
 * record. Only {@link #get}, {@link #put}, {@link #remove(Object)}, {@link #containsKey} and {@link
 * #keySet} are for containers: values seen by iteration may still be bytes.
 */
@SuppressWarnings("serial") // is never serialized: its values go through a transcoder
public final class NonStickyAttributes extends ConcurrentHashMap<String, Object> {

  private static final System.Logger LOG = Loggers.of(NonStickyAttributes.class);

  private final transient SnapshotCodec codec;
  private final transient Granularity granularity;
  private final transient Set<String> touched = ConcurrentHashMap.newKeySet();
  private final transient Map<String, Bytes> unreadable = new ConcurrentHashMap<>();
  private final transient AtomicLong sets = new AtomicLong();

  /** How many threads have noted an attribute that they are just about to set or remove. */
  private final transient AtomicInteger setting = new AtomicInteger();

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
  }

  /** Bytes in the place of an attribute that nobody has asked for. */
  private record Undecoded(Bytes graph) {}

  /** An object that is in the record as it is: it can be made of its bytes again. */
  record Spare(String name, Object value, Bytes graph) {}

  /**
   * The attributes in bytes, and which of them differ from the record that is known.
   *
   * @param attributes what is to be stored
   * @param names of these attributes
   * @param changed names of attributes that were added, changed or removed: all in which what is to
   *     be stored differs, because the next encoding is compared with this one. Where all are one
   *     graph, others may be among them that were only handed out
   * @param former one graph that tells which were only handed out; null if that is known
   * @param restless names of attributes that another thread changed each time they were written:
   *     they are as in the record, and still noted as changed
   */
  record Encoded(
      EncodedAttributes attributes,
      Set<String> names,
      Set<String> changed,
      @Nullable Bytes former,
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

  /** What cannot be decoded stays as it is, and costs no other attribute. */
  private void decodeOrKeep(String name, Bytes graph) {
    Object value = made(name, new Undecoded(graph));
    if (value == null) {
      unreadable.put(name, graph);
    } else {
      super.put(name, value);
    }
  }

  // ---- for the container ----

  /** Has each value told that was or will be made of the record. */
  public void onDecoded(Consumer<Object> listener) {
    decodeListener = listener;
    super.forEach(
        (name, value) -> {
          if (!(value instanceof Undecoded)) {
            listener.accept(value);
          }
        });
  }

  /** Takes attributes away that were read but are not to be stored any more; nobody is told. */
  public void leaveOut(Predicate<String> names) {
    keySet().removeIf(names);
  }

  /**
   * Takes over what a former instance of the session has and no record: attributes that are not to
   * be stored. Nobody is told, for the session goes on.
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
   * Hands out those values that somebody is for, as far as they are objects here; they may change
   * in place.
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

  /** Notes that the attribute may change from now on; what it is, so that it is not given up. */
  private @Nullable Object touch(String name) {
    return super.computeIfPresent(
        name,
        (same, value) -> {
          touched.add(same);
          return value;
        });
  }

  @Override
  public @Nullable Object put(String name, Object value) {
    return former(name, changed(name, () -> super.put(name, value)));
  }

  @Override
  public @Nullable Object remove(Object key) {
    String name = (String) key;
    return former(name, changed(name, () -> super.remove(name)));
  }

  private @Nullable Object changed(String name, Supplier<@Nullable Object> change) {
    sets.incrementAndGet();
    setting.incrementAndGet();
    try {
      touched.add(name);
      unreadable.remove(name);
      return change.get();
    } finally {
      setting.decrementAndGet();
    }
  }

  /** All requests get the one object that was decoded first. */
  private @Nullable Object decodeInPlace(String name, Undecoded undecoded) {
    Object value = made(name, undecoded);
    if (value == null) {
      unreadable.put(name, undecoded.graph);
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
      LOG.log(
          System.Logger.Level.WARNING,
          "Attribute \"{0}\" cannot be decoded and counts as absent here; it stays in the record"
              + " until it is set again: {1}",
          name,
          e.getMessage());
      return null;
    }
  }

  // ---- objects that nobody uses ----

  /**
   * Looks for objects that are in the record as they are: each is encoded and compared. Where all
   * attributes are one graph there are none.
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
   * Gives up objects for their bytes, of which they are made again when somebody asks. Those stay
   * that were handed out or replaced since. To be called while no request uses the session.
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

  /** How often attributes were set or removed here; what changes in place does not count. */
  long sets() {
    return sets.get();
  }

  /** Whether any attribute may differ from the record. */
  boolean mayHaveChanged() {
    return !touched.isEmpty();
  }

  /** Notes that these may differ from the record after all. */
  void touchAgain(Set<String> names) {
    touched.addAll(names);
  }

  /**
   * The attributes as they are now. The notes of what may have changed are taken back if nobody can
   * still be at work on what was handed out, and nobody is between a note and what it is about.
   *
   * @param storable which attributes are to be stored
   * @param nobodyAtWork asked again when the notes are taken back: who began meanwhile may have
   *     found an attribute noted and rely on that
   */
  Encoded encode(SessionId id, BiPredicate<String, Object> storable, BooleanSupplier nobodyAtWork) {
    Set<String> noted = new HashSet<>(touched);
    if (nobodyAtWork.getAsBoolean()) {
      touched.removeAll(noted);
      if (!nobodyAtWork.getAsBoolean() || setting.get() > 0) {
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

  /** An attribute that is set meanwhile may be seen without its note; so both are asked. */
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
    before.names.stream().filter(name -> !graphs.containsKey(name)).forEach(changed::add);
    return new Encoded(
        new EncodedAttributes.Apart(graphs), graphs.keySet(), changed, null, restless);
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
    return new Encoded(encoded, values.keySet(), changed, was, restless);
  }

  /** What was encoded is in the record now. */
  void stored(Encoded encoded) {
    known = Known.of(encoded.attributes, encoded.names);
  }
}
