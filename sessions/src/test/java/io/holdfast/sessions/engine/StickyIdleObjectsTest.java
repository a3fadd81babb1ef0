package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.session.EncodedAttributes;
import io.holdfast.core.storage.StoreException.Reason;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Objects of sticky sessions that no request uses: no Tomcat keeps the bytes of their record. */
final class StickyIdleObjectsTest {

  private static final int REQUESTS = 2_000;

  private final Nodes nodes = new Nodes("n1", "n2");
  private final Lists lists = new Lists();
  private final EngineTomcat t1 = tomcat("t1", Granularity.SESSION);
  private final EngineTomcat t2 = tomcat("t2", Granularity.SESSION);

  private EngineTomcat tomcat(String name, Granularity granularity) {
    return EngineTomcat.sticky(
        nodes.stores(), 2, granularity, lists, new Random(name.hashCode()), nodes.clock);
  }

  private FakeInstance createStored(Object cart, Object order) {
    return createStored(t1, cart, order);
  }

  private static FakeInstance createStored(EngineTomcat tomcat, Object cart, Object order) {
    FakeInstance session = tomcat.create("s");
    session.set("cart", cart);
    session.set("order", order);
    tomcat.end(session);
    return session;
  }

  private static List<Object> list(Object... elements) {
    return new ArrayList<>(List.of(elements));
  }

  @SuppressWarnings("unchecked")
  private static List<Object> listOf(FakeInstance session, String name) {
    return (List<Object>) Objects.requireNonNull(session.get(name));
  }

  private void giveUp(FakeInstance session) {
    t1.shared.giveUpObjects(session, value -> false);
  }

  /** What the instance has as objects. */
  private static int objects(FakeInstance session) {
    List<Object> seen = new ArrayList<>();
    session
        .instanceAttributes()
        .offer(
            value -> {
              seen.add(value);
              return false;
            },
            value -> {});
    return seen.size();
  }

  private void request(Consumer<FakeInstance> work) {
    FakeInstance session =
        Objects.requireNonNull(EngineTomcat.now(t1.findOwnLater("s")), "no session");
    session.access(t1.now());
    work.accept(session);
    t1.end(session);
  }

  /** What another Tomcat reads. */
  private FakeInstance takenOver() {
    t2.local.clear();
    return Objects.requireNonNull(t2.begin("s"));
  }

  private void failNodes() {
    nodes.ids().forEach(id -> nodes.get(id).failWith(Reason.UNAVAILABLE));
  }

  @ParameterizedTest
  @EnumSource
  void giveUpObjectsWhenTheyShareNothingThenTheNextRequestGetsEqualOnesAndAsksNoNode(
      Granularity granularity) {
    EngineTomcat tomcat = tomcat("t3", granularity);
    List<Object> cart = list("tea");
    FakeInstance session = createStored(tomcat, cart, list("one"));
    nodes.clearOperations();

    tomcat.shared.giveUpObjects(session, value -> false);
    int left = objects(session);

    assertEquals(0, left);
    assertSame(session, EngineTomcat.now(tomcat.findOwnLater("s")));
    assertEquals(cart, session.get("cart"));
    assertNotSame(cart, session.get("cart"));
    assertSame(session.get("cart"), session.get("cart"));
    assertEquals(List.of(), nodes.operations());
    assertEquals(1, tomcat.count(Metric.IDLE_GIVEN_UP));
  }

  @ParameterizedTest
  @EnumSource
  void giveUpObjectsWhenTheNextRequestChangesOneInPlaceThenAllIsStored(Granularity granularity) {
    EngineTomcat tomcat = tomcat("t3", granularity);
    FakeInstance session = createStored(tomcat, list("tea"), list("one"));

    tomcat.shared.giveUpObjects(session, value -> false);
    session.access(tomcat.now());
    listOf(session, "cart").add("honey");
    tomcat.end(session);

    FakeInstance there = takenOver();
    assertEquals(List.of("tea", "honey"), there.get("cart"));
    assertEquals(List.of("one"), there.get("order"));
  }

  @Test
  void giveUpObjectsWhenTheNextRequestOnlyReadsThenNothingIsWritten() {
    FakeInstance session = createStored(list("tea"), list("one"));
    giveUp(session);
    nodes.clearOperations();

    request(next -> listOf(next, "cart"));

    assertEquals(List.of(), nodes.operations());
  }

  @Test
  void giveUpObjectsWhenTwoAttributesShareOneThenTheyStay() {
    List<Object> shared = list("tea");
    FakeInstance session = createStored(shared, list(shared));

    giveUp(session);

    assertSame(shared, session.get("cart"));
    assertSame(shared, listOf(session, "order").get(0));
    assertEquals(0, t1.count(Metric.IDLE_GIVEN_UP));
  }

  /** The record does not show that yet. */
  @Test
  void giveUpObjectsWhenTwoAttributesHaveJustComeToShareOneThenTheyStay() {
    List<Object> order = list();
    List<Object> cart = list("tea");
    FakeInstance session = createStored(cart, order);

    order.add(cart);
    giveUp(session);

    assertSame(cart, session.get("cart"));
  }

  @Test
  void giveUpObjectsWhenTheNextRequestHasTwoShareOneThenTheyDoSoElsewhere() {
    giveUp(createStored(list("tea"), list()));

    request(session -> listOf(session, "order").add(listOf(session, "cart")));

    FakeInstance there = takenOver();
    assertEquals(List.of("tea"), there.get("cart"));
    assertSame(there.get("cart"), listOf(there, "order").get(0));
  }

  @Test
  void giveUpObjectsWhenOneIsRefusedOrFilteredThenTheSessionKeepsAll() {
    List<Object> cart = list("tea");
    FakeInstance refused = createStored(cart, new Object());
    giveUp(refused);
    refused.access(t1.now());
    refused.set("order", "one");
    refused.set("local", list("here"));
    t1.end(refused);

    giveUp(refused);

    assertSame(cart, refused.get("cart"));
    assertEquals(0, t1.count(Metric.IDLE_GIVEN_UP));
  }

  @Test
  void giveUpObjectsWhenOneIsToStayThenTheOthersAreGivenUp() {
    List<Object> cart = list("tea");
    FakeInstance session = createStored(cart, list("one"));

    t1.shared.giveUpObjects(session, value -> value == cart);

    assertEquals(1, objects(session));
    assertSame(cart, session.get("cart"));
    assertEquals(List.of("one"), session.get("order"));
  }

  @Test
  void giveUpObjectsWhenTheSessionIsStoredLaterThenTheyAreGivenUpAfterThat() {
    failNodes();
    FakeInstance session = createStored(list("tea"), list("one"));
    giveUp(session);
    nodes.ids().forEach(id -> nodes.get(id).heal());
    t1.storeStragglers();

    giveUp(session);

    assertEquals(0, objects(session));
    assertEquals(List.of("tea"), takenOver().get("cart"));
  }

  /** Tomcat may look before an asynchronous backup has compared what a request got. */
  @Test
  void giveUpObjectsWhenTheyAreComparedLaterThenTheyAreGivenUpAfterThat() {
    FakeInstance session = createStored(list("tea"), list("one"));
    giveUp(session);
    session.access(t1.now());
    assertEquals(List.of("tea"), listOf(session, "cart"));
    session.instanceState().use().requestFinishing();
    t1.left(session);
    giveUp(session);
    SaveOutcome compared = EngineTomcat.now(t1.shared.save(session));

    giveUp(session);

    assertEquals(SaveOutcome.UNCHANGED, compared);
    assertEquals(0, objects(session));
  }

  /** So a node that comes back empty brings no objects of idle sessions into the heap. */
  @Test
  void repairWhenTheNodesHaveLostASessionThenItIsStoredWithoutItsObjects() {
    FakeInstance session = createStored(list("tea"), list("one"));
    giveUp(session);
    nodes.ids().forEach(id -> nodes.get(id).wipe());

    var unused = t1.shared.repair(session);

    assertEquals(0, objects(session));
    assertEquals(List.of("tea"), takenOver().get("cart"));
  }

  @Test
  void unsavedWhenNoNodeAnswersAtTheStopThenItsFileHasAllOfItWithoutItsObjects() {
    FakeInstance session = createStored(list("tea"), list("one"));
    giveUp(session);
    failNodes();
    session.instanceState().lostEverywhere();
    session.instanceState().toBeSaved();

    var kept = Objects.requireNonNull(t1.shared.unsaved(session));

    assertEquals(0, objects(session));
    assertEquals(
        Set.of("cart", "order"),
        assertInstanceOf(EncodedAttributes.Apart.class, kept.attributes()).graphs().keySet());
  }

  @Test
  void saveWhenAnAttributeCannotBeDecodedAnyMoreThenItStaysInTheRecord() {
    FakeInstance session = createStored(list("tea"), list("one"));
    giveUp(session);
    lists.refused = "one";

    request(next -> listOf(next, "cart").add("honey"));

    lists.refused = null;
    assertEquals(List.of("tea", "honey"), takenOver().get("cart"));
    assertEquals(List.of("one"), takenOver().get("order"));
  }

  @ParameterizedTest
  @EnumSource
  void giveUpObjectsWhenRequestsGoOnThenNoChangeIsLost(Granularity granularity)
      throws InterruptedException {
    EngineTomcat tomcat = tomcat("t3", granularity);
    FakeInstance session = createStored(tomcat, list(), list());
    AtomicBoolean over = new AtomicBoolean();
    Thread other =
        new Thread(
            () -> {
              while (!over.get()) {
                tomcat.shared.giveUpObjects(session, value -> false);
              }
            });
    other.start();
    try {
      for (int request = 0; request < REQUESTS; request++) {
        session.access(tomcat.now());
        List<Object> count = listOf(session, request % 2 == 0 ? "cart" : "order");
        Object before = count.isEmpty() ? 0 : count.remove(0);
        count.add((Integer) before + 1);
        tomcat.end(session);
        if (request % 10 == 0) { // the other thread may never come between two requests
          tomcat.shared.giveUpObjects(session, value -> false);
        }
      }
    } finally {
      over.set(true);
      other.join();
    }

    FakeInstance there = takenOver();
    assertEquals(List.of(REQUESTS / 2), there.get("cart"));
    assertEquals(List.of(REQUESTS / 2), there.get("order"));
    assertTrue(tomcat.count(Metric.IDLE_GIVEN_UP) > 0);
  }

  /** Writes lists apart that share no list, and refuses to read one. */
  private static final class Lists implements Transcoder {

    private final JdkTranscoder jdk = new JdkTranscoder();
    private volatile @Nullable Object refused;

    @Override
    public byte[] encode(Object graph) {
      return jdk.encode(graph);
    }

    @Override
    public @Nullable List<byte[]> encodeApart(List<Object> roots) {
      Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      return roots.stream().allMatch(root -> addNew(root, seen))
          ? roots.stream().map(jdk::encode).toList()
          : null;
    }

    private static boolean addNew(Object object, Set<Object> seen) {
      return !(object instanceof List<?> list)
          || (seen.add(list) && list.stream().allMatch(element -> addNew(element, seen)));
    }

    @Override
    public Object decode(byte[] bytes) {
      Object graph = jdk.decode(bytes);
      if (graph instanceof List<?> list && list.contains(refused)) {
        throw new TranscoderException(TranscoderException.Reason.UNREADABLE, "refused");
      }
      return graph;
    }
  }
}
