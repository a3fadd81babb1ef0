package io.holdfast.tomcat;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.OwnerOnly;
import io.holdfast.core.config.Setting;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import io.holdfast.testkit.fault.FaultProxy;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Session;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An application that logs its users in by itself, and asks for their sessions. */
@Timeout(120)
@SuppressWarnings("NullAway.Init") // each test starts its own
final class SessionsByUserTest extends WithOneNode {

  private static final String WHO = "show " + SessionsByUser.USER_ATTRIBUTE;
  private static final int MANY = 60;
  private static final int FEW = 12;
  private static final Duration AHEAD = Duration.ofSeconds(9);
  private static final Duration LATE = Duration.ofMillis(40);

  private String nodes = "";
  private Duration operationTimeout = Duration.ofSeconds(10);
  private @Nullable Path keyFile;
  private PageTomcat t1;
  private PageTomcat t2;

  @BeforeEach
  void prepare() {
    nodes = node.address();
    page.with("mine", (request, response) -> listed(request.getSession()));
  }

  private static String listed(HttpSession session) {
    return SessionsByUser.ofThisApplication().of(user(session)).stream()
        .map(SessionsByUser.UserSession::toString)
        .collect(Collectors.joining());
  }

  private static String user(HttpSession session) {
    return (String) session.getAttribute(SessionsByUser.USER_ATTRIBUTE);
  }

  /** Who can read the node could try names, and see who is logged in. */
  @Test
  void listWhenThereIsAKeyThenNobodyElseKnowsWhereItLies() throws Exception {
    keyFile =
        Files.writeString(
            Files.createFile(base.resolve("keys"), OwnerOnly.file(base)),
            "k1:"
                + Base64.getEncoder()
                    .encodeToString(
                        "a key of thirty-two bytes, no more".substring(0, 32).getBytes(US_ASCII)));
    start(true, true);
    login(t1, "ann");

    assertEquals(1, t2.manager.sessionsByUser().of("ann").size());
    assertTrue(hasList(node));
    assertEquals(List.of(), lists(List.of(node), "ann"));
  }

  /** Clocks may differ by seconds: a session is not a later one with the same id for that. */
  @Test
  void endWhenTheClockOfTheSessionsTomcatIsAheadThenItIsOverThere() throws Exception {
    start(true, true);
    Browser phone = login(t1, "guest");
    Session session = t1.session(phone);
    session.setCreationTime(System.currentTimeMillis() + AHEAD.toMillis());
    assertEquals("done", t1.ask(phone, loggingIn("ann")));

    assertEquals(1, t2.manager.sessionsByUser().end("ann"));

    Await.until("it is logged out", () -> "no session".equals(t1.ask(phone.copy(), WHO)));
  }

  @Test
  void ofWhenSessionsAreListedThenTheyAreToldAndNoIdIs() {
    start(true, true);
    Browser phone = login(t1, "ann");
    String id = id(phone);

    SessionsByUser.UserSession session = t2.manager.sessionsByUser().of("ann").get(0);

    assertEquals("t1", session.tomcat());
    assertTrue(session.toString().matches("[0-9a-f]{16} created .*Z, last used .*Z, at t1"));
    assertTrue(!session.toString().contains(id.substring(0, 8)));
    assertEquals(session.toString().strip(), t1.ask(phone, "mine"));
  }

  @Test
  void sessionsWhenTheyAreNotListedThenTheSettingIsNamed() {
    start(true, false);

    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> t1.manager.sessionsByUser());

    assertTrue(String.valueOf(refused.getMessage()).startsWith("sessionsByUser=\"false\": "));
    assertThrows(IllegalStateException.class, SessionsByUser::ofThisApplication);
  }

  @Test
  void sessionsWhenNoNodeAnswersThenThatIsTold() {
    start(true, true);
    login(t1, "ann");
    node.kill();

    SessionsByUser sessions = t1.manager.sessionsByUser();

    assertThrows(IllegalStateException.class, () -> sessions.of("ann"));
    assertThrows(IllegalStateException.class, () -> sessions.end("ann"));
  }

  @Test
  void userWhenNamedByEachRequestThenIsListedOnce() {
    start(true, true);
    Browser phone = login(t1, "ann");
    long listed = versionOfList(phone);

    assertEquals("done", t1.ask(phone, loggingIn("ann")));

    assertEquals(listed, versionOfList(phone));
  }

  /** They are in one list, which each of them changes. */
  @Test
  void sessionsWhenTheNodeComesBackEmptyThenAllOfAUserAreListedAgain() {
    start(true, true);
    for (int i = 0; i < MANY; i++) {
      login(t1, "ann");
    }
    assertEquals(MANY, listedOf("ann"));

    node.kill();
    node.start();

    Await.until(
        "all are listed again",
        () -> {
          t1.manager.processExpires();
          return listedOf("ann") == MANY;
        });
  }

  /** The sessions themselves are stored on the others, without a request. */
  @Test
  void sessionsWhenNodesAreLostOneAfterTheOtherThenStayListed() {
    MemcachedNode second = closing(MemcachedNodes.start());
    MemcachedNode third = closing(MemcachedNodes.start());
    List<MemcachedNode> left = new ArrayList<>(List.of(node, second, third));
    nodes = left.stream().map(MemcachedNode::address).collect(Collectors.joining(","));
    start(true, true);
    login(t1, "ann");
    t1.manager.processExpires(); // the first time, which lists all of them
    while (left.size() > 1) {
      MemcachedNode lost =
          left.stream().filter(SessionsByUserTest::hasList).findFirst().orElseThrow();
      lost.kill();
      left.remove(lost);
      Await.until(
          "the list is on the nodes that are left",
          () -> {
            t1.manager.processExpires();
            return left.stream().filter(SessionsByUserTest::hasList).count()
                == Math.min(2, left.size());
          });
    }

    assertEquals(1, t2.manager.sessionsByUser().of("ann").size());
  }

  /** Its Tomcat has stopped, so no other Tomcat could end it. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void endWhenTheNodeOfTheSessionHangsThenItStaysListedUntilThatAnswers(boolean isSticky) {
    operationTimeout = Duration.ofMillis(500);
    MemcachedNode second = closing(MemcachedNodes.start());
    MemcachedNode third = closing(MemcachedNodes.start());
    List<MemcachedNode> all = List.of(node, second, third);
    nodes = all.stream().map(MemcachedNode::address).collect(Collectors.joining(","));
    start(isSticky, true);
    Map<String, Browser> phones = new HashMap<>();
    for (int i = 0; i < MANY; i++) {
      phones.put("ann" + i, login(t1, "ann" + i));
    }
    t1.close();
    String user =
        phones.keySet().stream()
            .filter(each -> !holders(all, idOf(phones.get(each))).containsAll(lists(all, each)))
            .findFirst()
            .orElseThrow();
    Browser phone = Objects.requireNonNull(phones.get(user));
    List<MemcachedNode> hanging = holders(all, idOf(phone));
    hanging.forEach(MemcachedNode::freeze);
    SessionsByUser sessions = t2.manager.sessionsByUser();

    assertEquals(0, sessions.end(user));
    assertEquals(1, sessions.of(user).size());

    hanging.forEach(MemcachedNode::thaw);
    Await.until( // a list on a node that is still lost keeps what ends
        "no node is lost", () -> t2.observed().health().lostNodes().isEmpty());
    Await.until("it is ended", () -> sessions.end(user) == 1);
    assertEquals("no session", t2.ask(phone, WHO));
    assertEquals(0, sessions.of(user).size());
  }

  private static String idOf(@Nullable Browser browser) {
    String cookie = Objects.requireNonNull(browser).cookie("JSESSIONID");
    return Objects.requireNonNull(cookie).replaceFirst("\\..*", "");
  }

  private static List<MemcachedNode> lists(List<MemcachedNode> nodes, String user) {
    return holders(
        nodes, StorageKeys.parse("", "localhost", "", null).userKeyOf(StorageKeys.userHash(user)));
  }

  private static List<MemcachedNode> holders(List<MemcachedNode> nodes, String key) {
    return nodes.stream().filter(each -> each.probe().keys().contains(key)).toList();
  }

  private static boolean hasList(MemcachedNode node) {
    return node.probe().keys().stream().anyMatch(key -> key.startsWith("#u"));
  }

  /**
   * Each is listed in its turn, over a slow line: a caller that asks for the list more often than
   * there are questions in all turns asks until the last one has ended.
   */
  @Test
  void sessionsWhenTheyEndWhileAllAreListedAgainThenStayOutOfTheList() throws Exception {
    FaultProxy line = closing(FaultProxy.before(node, 1));
    nodes = line.address();
    start(true, true);
    List<Browser> browsers = Stream.generate(() -> login(t1, "ann")).limit(FEW).toList();
    line.add(Direction.ANSWERS, new Fault.Latency(LATE, Duration.ZERO));

    t1.manager.processExpires(); // the first time, which lists all of them
    List<CompletableFuture<String>> ends =
        browsers.stream()
            .map(browser -> CompletableFuture.supplyAsync(() -> t1.ask(browser, "end")))
            .toList();
    ends.forEach(CompletableFuture::join);

    for (int i = 0; i < 3 * FEW; i++) {
      int unused = listedOf("ann");
    }
    Await.until("none is listed", () -> listedOf("ann") == 0);
  }

  /** By chance, on a busy machine: here its principal ends it when it is asked for the name. */
  @Test
  void sessionWhenItEndsJustBeforeItIsListedAgainThenStaysOutOfTheList() {
    start(true, true);
    Session session = t1.session(login(t1, "guest"));
    AtomicInteger untilItsEnd = new AtomicInteger(-1);
    ((HttpSession) session).removeAttribute(SessionsByUser.USER_ATTRIBUTE);
    session.setPrincipal(
        () -> {
          if (untilItsEnd.getAndDecrement() == 0) {
            session.expire();
          }
          return "ann";
        });
    assertEquals(1, listedOf("ann"));

    untilItsEnd.set(0);
    t1.manager.processExpires(); // the first time, which lists all of them

    for (int i = 0; i < 3 * FEW; i++) {
      int unused = listedOf("ann");
    }
    Await.until("it is not listed", () -> listedOf("ann") == 0);
  }

  @Test
  void userWhenAnotherLogsInWhileAllAreListedAgainThenTheFormerIsListedNoMore() throws Exception {
    FaultProxy line = closing(FaultProxy.before(node, 1));
    nodes = line.address();
    start(true, true);
    List<Browser> browsers = Stream.generate(() -> login(t1, "ann")).limit(FEW).toList();
    line.add(Direction.ANSWERS, new Fault.Latency(LATE, Duration.ZERO));

    t1.manager.processExpires(); // the first time, which lists all of them
    browsers.stream()
        .map(browser -> CompletableFuture.supplyAsync(() -> t1.ask(browser, loggingIn("bob"))))
        .toList()
        .forEach(CompletableFuture::join);

    for (int i = 0; i < 3 * FEW; i++) {
      int unused = listedOf("ann");
    }
    Await.until("none is ann's", () -> listedOf("ann") == 0);
    Await.until("all are bob's", () -> listedOf("bob") == FEW);
  }

  @Test
  void userWhenNoNodeTakesTheListThenIsListedWhenNamedAgain() {
    start(true, true);
    node.kill();
    Browser phone = login(t1, "ann");
    node.start();

    Await.until(
        "the session is listed",
        () -> "done".equals(t1.ask(phone, loggingIn("ann"))) && listedOf("ann") == 1);
  }

  private int listedOf(String user) {
    try {
      return t1.manager.sessionsByUser().of(user).size();
    } catch (IllegalStateException e) {
      return 0; // no node answers yet
    }
  }

  private long versionOfList(Browser browser) {
    String id = id(browser);
    String line = id.substring(0, id.indexOf('.')) + " ";
    return node.probe().keys().stream()
        .map(node.probe()::stored)
        .filter(Objects::nonNull)
        .filter(each -> new String(each.value(), StandardCharsets.ISO_8859_1).startsWith(line))
        .findFirst()
        .orElseThrow()
        .cas();
  }

  private static Browser login(PageTomcat tomcat, String user) {
    Browser one = new Browser();
    assertEquals("done", tomcat.ask(one, loggingIn(user)));
    return one;
  }

  private static String loggingIn(String user) {
    return "set " + SessionsByUser.USER_ATTRIBUTE + " " + user;
  }

  private void start(boolean isSticky, boolean isListed) {
    t1 = start("t1", builder(isSticky, isListed));
    t2 = start("t2", builder(isSticky, isListed));
  }

  private ManagerBuilder builder(boolean isSticky, boolean isListed) {
    ManagerBuilder builder =
        settings(isSticky ? "sticky" : "none", nodes)
            .set(Setting.SESSIONS_BY_USER, isListed)
            .set(Setting.OPERATION_TIMEOUT, operationTimeout);
    return keyFile == null ? builder : builder.set(Setting.ENCRYPTION_KEY_FILE, keyFile);
  }
}
