package io.holdfast.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.management.MBeanServer;
import javax.management.MBeanServerFactory;
import javax.management.MalformedObjectNameException;
import javax.management.ObjectName;
import org.junit.jupiter.api.Test;

final class ConsoleTest {

  private static final String HOSTILE = "<script>alert('1')</script>\"&";
  private static final String SHOP = "Catalina:type=Manager,host=localhost,context=/shop";
  private static final String ID = "0123456789ABCDEF0123456789ABCDEF.t1";
  private static final Instant NOW = Instant.parse("2026-11-25T12:00:00Z");

  private final MBeanServer server = MBeanServerFactory.newMBeanServer();
  private final Console console = new Console(server, Clock.fixed(NOW, ZoneOffset.UTC));

  private FakeBean register(String name, FakeBean bean) throws Exception {
    server.registerMBean(bean, new ObjectName(name));
    return bean;
  }

  private FakeBean shop() throws Exception {
    return register(SHOP, manager());
  }

  private static FakeBean manager() {
    return new FakeBean()
        .with("sessionsNotStored", 3L)
        .with("started", true)
        .with("memcachedNodes", "n1:cache1:11211")
        .answering("listSessionIds", ID + " ")
        .answering("getCreationTimestamp", NOW.minusSeconds(600).toEpochMilli())
        .answering("getLastAccessedTimestamp", NOW.minusSeconds(30).toEpochMilli());
  }

  private String page() {
    return console.page(UnaryOperator.identity(), null, null);
  }

  private String act(String action, Map<String, String> more) {
    Map<String, String[]> parameters = new HashMap<>();
    parameters.put("action", new String[] {action});
    parameters.put("application", new String[] {canonical(SHOP)});
    more.forEach((name, value) -> parameters.put(name, new String[] {value}));
    return console.act(parameters, "ann");
  }

  private static String canonicalHostile() {
    return canonical("Catalina:type=Manager,host=<script>,context=/<script>");
  }

  private static String canonical(String name) {
    try {
      return new ObjectName(name).getCanonicalName();
    } catch (MalformedObjectNameException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void pageWhenAnythingIsHostileThenIsEscaped() throws Exception {
    FakeBean bean = new FakeBean().with("sessionsNotStored", 0L).with("started", true);
    for (String attribute :
        List.of(
            "sticky",
            "lockingMode",
            "transcoderFactoryClass",
            "memcachedNodes",
            "failoverNodes",
            "copies",
            "allowedClassesReport")) {
      bean.with(attribute, attribute + HOSTILE);
    }
    bean.with("sessionsByUser", true)
        .answering(
            "listSessionsOf",
            "%s created %s, last used %s, at %s".formatted("<i>", NOW, NOW, "at" + HOSTILE));
    bean.answering("listSessionIds", "01234567<script>" + ".<script>")
        .answering("getSessionUser", "user" + HOSTILE)
        .answering("getCreationTimestamp", 1L)
        .answering("getLastAccessedTimestamp", 1L);
    register("Catalina:type=Manager,host=<script>,context=/<script>", bean);
    FakeBean node = new FakeBean();
    for (String attribute : List.of("address", "state", "since")) {
      node.with(attribute, attribute + HOSTILE);
    }
    register(
        "Catalina:type=MemcachedNode,host=<script>,context=/<script>,node="
            + ObjectName.quote(HOSTILE),
        node);

    String page =
        console.page(
            url -> url + "?" + HOSTILE, "+" + HOSTILE, canonicalHostile() + "\n" + HOSTILE);

    String expected = "&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&quot;&amp;";
    for (String shown :
        List.of(
            "sticky: sticky",
            "address",
            "state",
            "since",
            "allowedClassesReport",
            "act.jsp?",
            "memcachedNodes",
            "failoverNodes",
            "copies",
            "Sessions of ",
            "user",
            "at")) {
      assertTrue(page.contains(shown + expected), () -> shown + " in " + page);
    }
    assertTrue(page.contains(".&lt;script&gt;"), page);
    assertEquals(1, page.split("<script", -1).length - 1, page); // the page's own
    assertFalse(page.contains("<i>"), page);
  }

  @Test
  void pageWhenAnApplicationHasNoSessionAndNoTroubleThenShowsOneLineOfIt() throws Exception {
    register(
        SHOP,
        manager().with("activeSessions", 0L).with("nodesLost", 0L).with("sessionsNotStored", 0L));

    assertTrue(
        page().contains("<details><summary>No session in this Tomcat, all nodes available."),
        page());
  }

  @Test
  void pageWhenAUserIsAskedForThenShowsTheSessionsInAllTomcats() throws Exception {
    register(SHOP, ofUsers());
    Map<String, String[]> form =
        Map.of(
            "action", new String[] {"user"},
            "application", new String[] {canonical(SHOP)},
            "user", new String[] {" ann "});

    String page = console.page(UnaryOperator.identity(), null, console.asked(form));

    assertTrue(page.contains(">Sessions of ann<"), page);
    assertTrue(page.contains(">abcdef…<"), page);
    assertTrue(page.contains(">t2<"), page);
    assertTrue(page.contains(">5 min ago<"), page);
    assertTrue(page.contains(">End all sessions of ann<"), page);
  }

  @Test
  void pageWhenNoNodeKnowsTheUsersThenSaysSo() throws Exception {
    register(
        SHOP,
        manager()
            .with("sessionsByUser", true)
            .answering("listSessionsOf", new IllegalStateException("no node answers")));

    String page =
        console.page(UnaryOperator.identity(), null, new Asked(canonical(SHOP), "ann").toString());

    assertTrue(page.contains("class=\"trouble\">no node answers<"), page);
  }

  @Test
  void pageWhenUsersAreNotListedThenDoesNotAskForThem() throws Exception {
    FakeBean shop = register(SHOP, manager());

    String page =
        console.page(UnaryOperator.identity(), null, new Asked(canonical(SHOP), "ann").toString());

    assertFalse(page.contains("Sessions of a user"), page);
    assertFalse(shop.calls().toString().contains("listSessionsOf"), shop.calls()::toString);
  }

  @Test
  void actWhenAUserIsToBeLoggedOutEverywhereThenEndsAllSessions() throws Exception {
    FakeBean shop = register(SHOP, ofUsers().answering("endSessionsOf", 3));

    assertEquals("+Sessions of ann that have ended: 3.", act("endAll", Map.of("user", "ann")));
    assertEquals(List.of("endSessionsOf[ann]"), shop.calls());
  }

  @Test
  void actWhenOneSessionOfAUserIsToEndThenEndsThat() throws Exception {
    FakeBean shop = register(SHOP, ofUsers().answering("endSessionOf", true));

    assertEquals(
        "+The session of ann has ended.",
        act("endOf", Map.of("user", "ann", "session", "abcdefgh")));
    assertEquals(List.of("endSessionOf[ann, abcdefgh]"), shop.calls());
  }

  @Test
  void actWhenASessionOfAUserDoesNotEndThenSaysSo() throws Exception {
    register(SHOP, ofUsers().answering("endSessionOf", false));

    assertEquals(
        "-It was not ended: ann has no such session, or a node does not answer.",
        act("endOf", Map.of("user", "ann", "session", "abcdefgh")));
  }

  private static FakeBean ofUsers() {
    return manager()
        .with("sessionsByUser", true)
        .answering(
            "listSessionsOf",
            "abcdefgh created %s, last used %s, at t2%n"
                .formatted(NOW.minusSeconds(7_000), NOW.minusSeconds(300)));
  }

  @Test
  void pageWhenASessionIsHereThenNeverShowsItsWholeId() throws Exception {
    shop();

    String page = page();

    assertTrue(page.contains("012345…"), page);
    assertTrue(page.contains("10 min"), page);
    assertTrue(page.contains("30 s ago"), page);
    assertFalse(page.contains("0123456789"), page);
  }

  @Test
  void pageWhenASessionIsHereThenShowsItsUserAndSize() throws Exception {
    register(SHOP, manager().answering("getSessionUser", "bob").answering("getSessionSize", 3_000));

    String page = page();

    assertTrue(page.contains("data-label=\"User\"><span class=\"\">bob<"), page);
    assertTrue(page.contains("data-label=\"Size\"><span class=\"\">2.9 KiB<"), page);
  }

  /** As of a session that was never stored, and of a manager of an earlier version. */
  @Test
  void pageWhenUserAndSizeAreUnknownThenShowsTheSessionWithoutThem() throws Exception {
    register(
        SHOP,
        manager()
            .answering("getSessionUser", new IllegalStateException("no such operation"))
            .answering("getSessionSize", -1));

    String page = page();

    assertTrue(page.contains("012345…"), page);
    assertTrue(page.contains("data-label=\"User\"><span class=\"\">–<"), page);
    assertTrue(page.contains("data-label=\"Size\"><span class=\"\">–<"), page);
  }

  @Test
  void pageWhenTomcatHasARouteThenSaysWhichTomcatItIs() throws Exception {
    register("Catalina:type=Server", new FakeBean().with("serverInfo", "Apache Tomcat/11.0.25"));
    register("Catalina:type=Engine", new FakeBean().with("jvmRoute", "t1"));
    register(SHOP, manager().with("version", "1.0.0"));

    String page = page();

    assertTrue(
        page.contains(
            "Sessions of Apache Tomcat/11.0.25, jvmRoute t1, Holdfast 1.0.0, at <time datetime=\"2026"),
        page);
  }

  @Test
  void pageWhenAManagerIsTomcatsThenIsWithoutIt() throws Exception {
    register(SHOP, new FakeBean().with("activeSessions", 1));

    String page = page();

    assertFalse(page.contains("/shop"), page);
    assertTrue(page.contains("No application of this Tomcat"), page);
  }

  @Test
  void pageWhenAnApplicationHasNotStartedThenSaysSoAndShowsNoNumber() throws Exception {
    register(SHOP, manager().with("started", false));

    String page = page();

    assertTrue(page.contains("Not started"), page);
    assertFalse(page.contains("<dl"), page);
  }

  @Test
  void verdictWhenSomethingIsWrongThenSaysWhat() throws Exception {
    register(SHOP, manager().with("nodesLost", 1L));
    register(
        "Catalina:type=Manager,host=localhost,context=/forum",
        manager().with("sessionsNotStored", 2L).with("nodesLost", 1L));
    register(
        "Catalina:type=Manager,host=localhost,context=/off",
        manager().with("started", false).with("sessionsNotStored", 0L));

    String page = page();

    assertTrue(
        page.contains(
            "id=\"verdict\" class=\"trouble\">Sessions not stored: 5; nodes lost: 1; applications"
                + " whose sessions are not backed up: 1.<"),
        page);
  }

  @Test
  void verdictWhenAllIsWellThenSaysSo() throws Exception {
    register(SHOP, manager().with("sessionsNotStored", 0L).with("nodesLost", 0L));

    assertTrue(page().contains("class=\"done\">All sessions are stored.<"), page());
  }

  @Test
  void pageWhenANodeIsLostThenShowsItsState() throws Exception {
    shop();
    register(
        "Catalina:type=MemcachedNode,context=/shop,host=localhost,node=\"cache1:11211\"",
        new FakeBean()
            .with("state", "LOST")
            .with("since", "2026-11-25T11:58:00Z")
            .with("operationMicrosP99", 1500L)
            .with("evictions", 12345L));
    register(
        "Catalina:type=MemcachedNode,context=/other,host=localhost,node=n7",
        new FakeBean().with("state", "AVAILABLE"));

    String page = page();

    assertTrue(page.contains(">cache1:11211<"), page);
    assertTrue(page.contains("class=\"state bad\">LOST<"), page);
    assertTrue(page.contains(">2 min<"), page);
    assertTrue(page.contains(">1.5 ms<"), page);
    assertTrue(page.contains("class=\"bad\">12,345<"), page);
    assertFalse(page.contains("n7"), page);
  }

  @Test
  void actWhenASessionIsToEndThenEndsThatWithTheHandleOfThePage() throws Exception {
    FakeBean shop = shop().answering("endSession", true);
    String handle = page().replaceAll("(?s).*name=\"session\" value=\"([^\"]+)\".*", "$1");

    String outcome = act("end", Map.of("session", handle));

    assertTrue(shop.calls().contains("endSession[" + ID + "]"), shop.calls()::toString);
    assertEquals("+Session 012345….t1 has ended.", outcome);
  }

  @Test
  void actWhenASessionHasEndedMeanwhileThenSaysSo() throws Exception {
    FakeBean shop = shop();

    String outcome = act("end", Map.of("session", "another"));

    assertEquals("-This session is not here any more.", outcome);
    assertFalse(shop.calls().toString().contains("endSession"));
  }

  @Test
  void actWhenTheSessionGoesOnInAnotherTomcatThenDoesNotSayThatItHasEnded() throws Exception {
    FakeBean shop = shop().answering("endSession", false);
    String handle = page().replaceAll("(?s).*name=\"session\" value=\"([^\"]+)\".*", "$1");

    String outcome = act("end", Map.of("session", handle));

    assertTrue(shop.calls().contains("endSession[" + ID + "]"), shop.calls()::toString);
    assertEquals(
        "-Session 012345….t1 was not ended: it is not in this Tomcat any more. Another one may have"
            + " it.",
        outcome);
  }

  @Test
  void actWhenNodesAreGivenThenSetsAllThreeAttributesInOneStep() throws Exception {
    FakeBean shop = shop();

    String outcome = act("nodes", Map.of("memcachedNodes", "n1:a:1 n2:b:2", "failoverNodes", "n2"));

    assertEquals(List.of("changeNodes[n1:a:1 n2:b:2, n2, ]"), shop.calls());
    assertTrue(outcome.startsWith("+The nodes of /shop"), outcome);
  }

  @Test
  void actWhenNodesAreRefusedThenTellsWhatTheManagerSays() throws Exception {
    shop()
        .answering(
            "changeNodes",
            new IllegalStateException(
                "wrapped", new IllegalArgumentException("memcachedNodes=\"x\": no such node")));

    assertEquals(
        "-memcachedNodes=\"x\": no such node", act("nodes", Map.of("memcachedNodes", "x")));
  }

  @Test
  void actWhenTheApplicationIsNotHoldfastsThenCallsNothing() throws Exception {
    FakeBean other = register(SHOP, new FakeBean().with("activeSessions", 1));

    assertEquals("-This application is not here any more.", act("end", Map.of("session", "any")));
    assertEquals(List.of(), other.calls());
  }

  @Test
  void actWhenTheActionIsUnknownThenCallsNothing() throws Exception {
    FakeBean shop = shop();

    assertEquals("-There is no such action.", act("stop", Map.of()));
    assertEquals(List.of(), shop.calls());
  }
}
