package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.session.Bytes;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionSnapshot;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.sessions.model.ContextLoader;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.sessions.model.SnapshotCodec;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.Serial;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.ConcurrentModificationException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A sticky session keeps fingerprints of what is stored, not the bytes. What needs bytes has them
 * from the instance or from the nodes.
 */
final class ForgottenRecordsTest {

  private static final String ID = "s";
  private static final String PLAIN = "plain";
  private static final String CART = "cart";

  private final Nodes nodes = new Nodes("n1", "n2");

  private EngineTomcat tomcat(String name, Granularity granularity) {
    return EngineTomcat.sticky(name, nodes, granularity);
  }

  private static List<String> listOf(String... values) {
    return new ArrayList<>(List.of(values));
  }

  /** One attribute that cannot change in place, and one that can. */
  private static FakeInstance stored(EngineTomcat tomcat) {
    FakeInstance session = tomcat.create(ID);
    session.set(PLAIN, "x");
    session.set(CART, listOf("apple"));
    assertEquals(SaveOutcome.SAVED, tomcat.end(session));
    assertForgotten(session);
    return session;
  }

  private static void assertForgotten(FakeInstance session) {
    assertEquals(List.of(), bytesIn(session));
  }

  @SuppressWarnings("unchecked")
  private static List<String> cart(FakeInstance session) {
    return (List<String>) Objects.requireNonNull(session.get(CART));
  }

  private static SaveOutcome change(EngineTomcat tomcat, FakeInstance session, String name) {
    session.access(tomcat.now());
    session.set(name, "x");
    return tomcat.end(session);
  }

  /** Asks for all attributes, since others keep their bytes, and sets one. */
  private static SaveOutcome changeAll(EngineTomcat tomcat, FakeInstance session) {
    session.instanceAttributes().keySet().forEach(session::get);
    session.set("present", "x");
    return tomcat.end(session);
  }

  private static SaveOutcome addToCart(EngineTomcat tomcat, FakeInstance session, String item) {
    session.access(tomcat.now());
    cart(session).add(item);
    return tomcat.end(session);
  }

  private void assertStored(Granularity granularity, List<String> cart, String... plain) {
    FakeInstance found = Objects.requireNonNull(tomcat("other", granularity).begin(ID));
    assertEquals(cart, found.get(CART));
    for (String name : plain) {
      assertEquals("x", found.get(name), name);
    }
  }

  // ---- no bytes stay, and nothing else changes ----

  @ParameterizedTest
  @EnumSource
  void saveWhenStoredThenNoBytesStayAndLaterChangesAreStored(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);

    assertEquals(SaveOutcome.SAVED, change(tomcat, session, "more"));
    assertForgotten(session);
    assertEquals(SaveOutcome.SAVED, addToCart(tomcat, session, "pear"));
    assertForgotten(session);
    session.access(tomcat.now());
    session.removeAttribute("more");
    assertEquals(SaveOutcome.SAVED, tomcat.end(session));

    assertForgotten(session);
    assertStored(granularity, List.of("apple", "pear"), PLAIN);
    assertNull(tomcat("t2", granularity).read(ID, "more"));
  }

  /** Any Tomcat may have to merge what it has with what another one has written. */
  @Test
  void saveWhenNotStickyThenBytesStay() {
    EngineTomcat tomcat = new EngineTomcat("t1", nodes, 2, Granularity.ATTRIBUTE);
    FakeInstance session = tomcat.create(ID);
    session.set(CART, listOf("apple"));
    tomcat.end(session);

    assertFalse(bytesIn(session).isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAnAttributeWasOnlyHandedOutThenWritesNothing(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    nodes.clearOperations();
    session.access(tomcat.now());
    assertEquals(List.of("apple"), cart(session));

    assertEquals(SaveOutcome.UNCHANGED, tomcat.end(session));

    assertEquals(List.of(), nodes.operations());
    assertForgotten(session);
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenNoNodeTakesItThenBytesStayUntilOneDoes(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    nodes.stores().values().forEach(node -> node.failWith(Reason.UNAVAILABLE));
    assertEquals(SaveOutcome.FAILED, addToCart(tomcat, session, "pear"));
    assertFalse(bytesIn(session).isEmpty());
    nodes.stores().values().forEach(node -> node.heal());

    assertEquals(SaveOutcome.SAVED, change(tomcat, session, "more"));

    assertForgotten(session);
    assertStored(granularity, List.of("apple", "pear"), PLAIN, "more");
  }

  @ParameterizedTest
  @EnumSource
  void requestWhenTakenOverThenOnlyWhatNoRequestAskedForKeepsItsBytes(Granularity granularity) {
    stored(tomcat("t1", granularity));
    EngineTomcat other = tomcat("t2", granularity);

    FakeInstance taken = Objects.requireNonNull(other.begin(ID));
    cart(taken).add("pear");
    assertEquals(SaveOutcome.SAVED, other.end(taken));
    taken.access(other.now());
    assertEquals("x", taken.get(PLAIN));
    assertEquals(SaveOutcome.UNCHANGED, other.end(taken));

    assertForgotten(taken);
    assertStored(granularity, List.of("apple", "pear"), PLAIN);
  }

  /** Its bytes are not there to stand for it, and it must not vanish from the record. */
  @ParameterizedTest
  @EnumSource
  void saveWhenAnotherAttributeChangesAllTheTimeThenIsTriedAgain(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    Restless restless = new Restless();
    session.access(tomcat.now());
    session.set("restless", restless);
    assertEquals(SaveOutcome.SAVED, tomcat.end(session));
    restless.times = 20;

    assertEquals(SaveOutcome.FAILED, change(tomcat, session, "more"));
    restless.times = 0;
    assertEquals(SaveOutcome.SAVED, tomcat.end(session));

    assertStored(granularity, List.of("apple"), PLAIN, "more");
    assertTrue(tomcat("t2", granularity).read(ID, "restless") instanceof Restless);
  }

  /** The request got it, so it is compared. */
  @ParameterizedTest
  @EnumSource
  void saveWhenAHandedOutAttributeChangesAllTheTimeThenIsTriedAgain(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    Restless restless = new Restless();
    session.access(tomcat.now());
    session.set("restless", restless);
    assertEquals(SaveOutcome.SAVED, tomcat.end(session));
    restless.times = 20;
    session.get("restless");

    assertEquals(SaveOutcome.FAILED, change(tomcat, session, "more"));

    assertTrue(tomcat("t2", granularity).read(ID, "restless") instanceof Restless);
  }

  // ---- another Tomcat has written ----

  @ParameterizedTest
  @EnumSource
  void saveWhenAnotherTomcatHasChangedWhatWasOnlyHandedOutHereThenThatStays(
      Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    tomcat("t2", granularity)
        .request(
            ID,
            there -> {
              cart(there).add("theirs");
              there.set("other", "x");
            });
    session.access(tomcat.now());
    assertEquals(List.of("apple"), cart(session));
    session.set("own", "x");

    assertEquals(SaveOutcome.SAVED, tomcat.end(session));

    assertStored(granularity, List.of("apple", "theirs"), PLAIN, "own", "other");
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAnotherTomcatHasWrittenThenWhatChangedHereStays(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    tomcat("t2", granularity).request(ID, there -> there.set("theirs", "x"));

    assertEquals(SaveOutcome.SAVED, addToCart(tomcat, session, "pear"));
    FakeInstance next = Objects.requireNonNull(tomcat.begin(ID));
    assertEquals(SaveOutcome.SAVED, changeAll(tomcat, next));

    assertNotSame(session, next); // which shows both
    assertForgotten(next);
    assertStored(granularity, List.of("apple", "pear"), PLAIN, "theirs");
  }

  /** The one that gave way was used by a request for long. */
  @ParameterizedTest
  @EnumSource
  void saveWhenAnotherInstanceHereHasForgottenItsRecordThenItIsRead(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance former = stored(tomcat);
    tomcat("t2", granularity).request(ID, there -> there.set("theirs", "x"));
    FakeInstance present = Objects.requireNonNull(tomcat.begin(ID));
    assertEquals(SaveOutcome.SAVED, changeAll(tomcat, present));
    assertForgotten(present);

    assertEquals(SaveOutcome.SAVED, addToCart(tomcat, former, "late"));

    assertStored(granularity, List.of("apple", "late"), PLAIN, "theirs", "present");
  }

  /** No node shows what the present instance has stored: it stores that again. */
  @ParameterizedTest
  @EnumSource
  void saveWhenNodesHaveLostWhatAnotherInstanceHereForgotThenBothAreStored(
      Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance former = stored(tomcat);
    tomcat("t2", granularity).request(ID, there -> there.set("theirs", "x"));
    FakeInstance present = Objects.requireNonNull(tomcat.begin(ID));
    assertEquals(SaveOutcome.SAVED, changeAll(tomcat, present));
    nodes.stores().values().forEach(node -> node.wipe());

    assertEquals(SaveOutcome.SAVED, addToCart(tomcat, former, "late"));
    EngineTomcat.now(tomcat.shared.repair(present));

    assertStored(granularity, List.of("apple", "late"), PLAIN, "theirs", "present");
  }

  /** Each of two Tomcats reaches one node only: neither record includes the other. */
  @ParameterizedTest
  @EnumSource
  void beginWhenARecordCrossesTheForgottenOneThenBothAreMerged(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    EngineTomcat other = tomcat("t2", granularity);
    FakeInstance there = Objects.requireNonNull(other.begin(ID));
    String first = tomcat.firstNodeOf(ID);
    String second = first.equals("n1") ? "n2" : "n1";
    nodes.get(second).failWith(Reason.UNAVAILABLE);
    assertEquals(SaveOutcome.SAVED, addToCart(tomcat, session, "pear"));
    tomcat.shared.requestEnded(session);
    nodes.get(second).heal();
    nodes.get(first).failWith(Reason.UNAVAILABLE);
    there.set("theirs", "x");
    assertEquals(SaveOutcome.SAVED, other.end(there));
    nodes.get(first).heal();

    FakeInstance next = Objects.requireNonNull(tomcat.begin(ID));
    assertEquals(List.of("apple", "pear"), next.get(CART));
    assertEquals("x", next.get("theirs"));
    tomcat.end(next);

    assertStored(granularity, List.of("apple", "pear"), PLAIN, "theirs");
  }

  // ---- nodes lose what they had ----

  @ParameterizedTest
  @EnumSource
  void repairWhenAllNodesHaveLostTheSessionThenItIsEncodedAgain(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    nodes.stores().values().forEach(node -> node.wipe());

    EngineTomcat.now(tomcat.shared.repair(session));

    assertForgotten(session);
    assertStored(granularity, List.of("apple"), PLAIN);
  }

  @ParameterizedTest
  @EnumSource
  void saveWhenAllNodesHaveLostTheSessionThenAllOfItIsStored(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    nodes.stores().values().forEach(node -> node.wipe());

    assertEquals(SaveOutcome.SAVED, change(tomcat, session, "more"));

    assertStored(granularity, List.of("apple"), PLAIN, "more");
  }

  @ParameterizedTest
  @EnumSource
  void requestWhenAllNodesHaveLostTheSessionThenItIsStoredAgain(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    nodes.stores().values().forEach(node -> node.wipe());

    assertEquals(session, tomcat.begin(ID));
    assertEquals(SaveOutcome.SAVED, tomcat.end(session));

    assertStored(granularity, List.of("apple"), PLAIN);
  }

  @ParameterizedTest
  @EnumSource
  void repairWhenOneNodeHasLostTheSessionThenItHasItAgain(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    String first = tomcat.firstNodeOf(ID);
    nodes.get(first).wipe();

    EngineTomcat.now(tomcat.shared.repair(session));
    nodes.ids().stream().filter(id -> !id.equals(first)).forEach(id -> nodes.get(id).wipe());

    assertForgotten(session);
    assertStored(granularity, List.of("apple"), PLAIN);
  }

  /** A request finds it missing there, and renews what is older. */
  @ParameterizedTest
  @EnumSource
  void requestWhenOneNodeIsEmptyThenItHasItAgain(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    String first = tomcat.firstNodeOf(ID);
    nodes.get(first).wipe();

    assertEquals(session, tomcat.begin(ID));
    tomcat.end(session);
    nodes.ids().stream().filter(id -> !id.equals(first)).forEach(id -> nodes.get(id).wipe());

    assertStored(granularity, List.of("apple"), PLAIN);
  }

  // ---- another id, a file, objects that no request uses ----

  @ParameterizedTest
  @EnumSource
  void renamedWhenForgottenThenAllIsUnderTheNewId(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    tomcat("t2", granularity).request(ID, there -> there.set("theirs", "x"));
    session.access(tomcat.now());
    session.changeId(new SessionId("new"));

    assertEquals(
        SaveOutcome.SAVED, EngineTomcat.now(tomcat.shared.renamed(session, new SessionId(ID))));

    EngineTomcat other = tomcat("t3", granularity);
    FakeInstance found = Objects.requireNonNull(other.begin("new"));
    assertEquals(List.of("apple"), found.get(CART));
    assertEquals("x", found.get(PLAIN));
    assertEquals("x", found.get("theirs"));
    assertNull(other.begin(ID));
  }

  @ParameterizedTest
  @EnumSource
  void unsavedWhenForgottenThenTheFileHasAll(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    assertNull(tomcat.shared.unsaved(session));
    nodes.stores().values().forEach(node -> node.failWith(Reason.UNAVAILABLE));
    session.access(tomcat.now());
    session.set("more", "x");

    SessionSnapshot kept = Objects.requireNonNull(tomcat.shared.unsaved(session));

    SnapshotCodec codec =
        new SnapshotCodec(
            new JdkTranscoder(),
            new ContextLoader(getClass().getClassLoader()),
            new SessionMetrics(true));
    assertEquals(
        Map.of(PLAIN, "x", CART, List.of("apple"), "more", "x"), codec.decode(kept.attributes()));
  }

  /** The next request would store it again. */
  @ParameterizedTest
  @EnumSource
  void unsavedWhenAllNodesHaveLostTheSessionThenTheFileHasAll(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t1", granularity);
    FakeInstance session = stored(tomcat);
    nodes.stores().values().forEach(node -> node.wipe());
    assertEquals(session, tomcat.begin(ID));

    SessionSnapshot kept = Objects.requireNonNull(tomcat.shared.unsaved(session));

    assertFalse(kept.isForgotten());
  }

  @Test
  void giveUpObjectsWhenForgottenThenTheyAreMadeAgain() {
    EngineTomcat tomcat = tomcat("t1", Granularity.ATTRIBUTE);
    FakeInstance session = stored(tomcat);
    List<String> before = cart(session);
    assertEquals(SaveOutcome.UNCHANGED, tomcat.end(session)); // notes that nothing has changed

    tomcat.shared.giveUpObjects(session, value -> false);
    assertEquals(SaveOutcome.SAVED, change(tomcat, session, "more"));

    assertNotSame(before, cart(session));
    assertStored(Granularity.ATTRIBUTE, List.of("apple"), PLAIN, "more");
  }

  // ---- helpers ----

  /** Changes at each attempt to write it, so often. */
  private static final class Restless implements Serializable {

    @Serial private static final long serialVersionUID = 1L;

    private transient int times;

    @Serial
    private void writeObject(ObjectOutputStream out) throws IOException {
      if (times-- > 0) {
        throw new ConcurrentModificationException("told to fail by the test");
      }
      out.defaultWriteObject();
    }
  }

  /** All bytes that an instance keeps, as far as our own classes and collections reach. */
  private static List<Bytes> bytesIn(FakeInstance session) {
    List<Bytes> found = new ArrayList<>();
    Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    collect(session.instanceState(), seen, found);
    collect(session.instanceAttributes(), seen, found);
    return found;
  }

  private static void collect(@Nullable Object from, Set<Object> seen, List<Bytes> found) {
    if (from == null || !seen.add(from)) {
      return;
    }
    if (from instanceof Bytes bytes) {
      if (!bytes.isEmpty()) {
        found.add(bytes);
      }
      return;
    }
    if (from instanceof Map<?, ?> map) {
      map.values().forEach(value -> collect(value, seen, found));
    }
    if (from instanceof Collection<?> collection) {
      collection.forEach(value -> collect(value, seen, found));
    }
    for (Class<?> type = from.getClass();
        type != null && type.getName().startsWith("io.holdfast");
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
          collect(valueOf(field, from), seen, found);
        }
      }
    }
  }

  private static @Nullable Object valueOf(Field field, Object of) {
    try {
      field.setAccessible(true);
      return field.get(of);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
