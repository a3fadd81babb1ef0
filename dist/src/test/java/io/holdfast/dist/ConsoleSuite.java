package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The console of the distribution, by HTTP. */
@OnLines(11)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ConsoleSuite extends LineSuite {

  /** A name that an operator would not give, to an application and so to its MBeans. */
  private static final String HOSTILE = "a<b>&'c";

  private final MemcachedNode n1 = StoreNodes.start();
  private final MemcachedNode n2 = StoreNodes.start();
  private TomcatProcess tomcat;

  @BeforeAll
  final void start() {
    TomcatDistribution distribution = Cluster.distribution(line());
    Path probe = ProbeApplication.compile(distribution);
    String node = "n1:" + n1.location();
    ContextXml shop = ContextXml.synchronous("shop").manager("sessionsByUser", "true");
    tomcat =
        ConsoleVisitor.deploy(
                TomcatProcess.of(distribution)
                    .jvmRoute("t1")
                    .libraries(StoreNodes.with(Cluster.jars("java")))
                    .application("shop", probe, shop.toXml(node, "java"))
                    .application("forum", probe, shop.toXml(node, "java"))
                    .application(HOSTILE, probe, shop.toXml(node, "java")))
            .start();
  }

  @AfterAll
  final void stop() {
    if (tomcat != null) {
      tomcat.close();
    }
    n1.close();
    n2.close();
  }

  private ConsoleVisitor operator() {
    return new ConsoleVisitor(tomcat, "operator");
  }

  private Visitor visitor() {
    Visitor visitor = new Visitor("shop");
    visitor.ask(tomcat, "set?name=fruit&value=apple");
    return visitor;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "index.jsp", "act.jsp", "console.js", "console.css"})
  final void fileWhenNobodyLogsInThenIsNotGiven(String file) {
    assertEquals(401, new Browser().get(tomcat.port(), ConsoleVisitor.PATH + file).status());
  }

  @Test
  final void pageWhenTheRoleIsMissingThenIsNotGiven() {
    assertEquals(403, new ConsoleVisitor(tomcat, "guest").get("").status());
  }

  /** The second one sends the header itself; the balancer adds the address that it comes from. */
  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.7", "127.0.0.1, 10.0.0.5", "127.0.0.1, 192.0.2.7"})
  final void pageWhenABalancerOnThisMachineForwardsAnotherClientThenIsNotGiven(String client) {
    assertEquals(403, new ConsoleVisitor(tomcat, "operator").statusFor(client));
  }

  @Test
  final void userWhenLoggedOutEverywhereThenHasNoSession() {
    ConsoleVisitor operator = operator();
    Visitor visitor = visitor();
    visitor.ask(tomcat, "set?name=io.holdfast.user&value=ann");
    Await.until(
        "it is listed",
        () -> {
          operator.submit(operator.form("shop", "user"), Map.of("user", "ann"));
          return operator.article("shop").select("td[data-label=Tomcat]").eachText().contains("t1");
        });

    operator.submit(operator.form("shop", "endAll"), Map.of());

    assertEquals("Sessions of ann that have ended: 1.", operator.page().select("#outcome").text());
    assertEquals("null", visitor.copy().ask(tomcat, "peek").get("session"));
    assertTrue(operator.article("shop").text().contains("ann has no session."));
  }

  @Test
  final void pageWhenAskedForThenShowsNodesAndSessions() {
    String id = visitor().id();

    Element shop = operator().article("shop");

    assertEquals("n1", shop.select("td[data-label=Node]").text());
    assertEquals("AVAILABLE", shop.select("td[data-label=State]").text());
    assertTrue(
        shop.select("td[data-label=Session]").eachText().contains(id.substring(0, 6) + "….t1"),
        shop::toString);
    assertFalse(shop.toString().contains(Cluster.key(id)), shop::toString);
  }

  @Test
  final void pageWhenAnApplicationHasAHostileNameThenShowsItAsText() {
    Document page = operator().page();

    assertTrue(page.select("h2").eachText().contains("/" + HOSTILE), page::toString);
    assertEquals(0, page.select("b").size(), page::toString);
  }

  @Test
  final void pageWhenAskedForThenForbidsAndHasNoScriptOfItsOwnNorStyle() {
    Response response = operator().get("");
    Document page = operator().page();

    String policy = Objects.requireNonNull(response.header("Content-Security-Policy"));
    assertTrue(policy.startsWith("default-src 'none'; "), policy);
    assertFalse(policy.contains("unsafe"), policy);
    assertEquals("DENY", response.header("X-Frame-Options"));
    assertEquals("nosniff", response.header("X-Content-Type-Options"));
    assertEquals("no-store", response.header("Cache-Control"));
    assertEquals("", page.select("script").html());
    assertEquals(0, page.select("style, [style]").size());
  }

  @Test
  final void sessionWhenItsButtonIsPressedThenEndsAlsoInTheStore() {
    ConsoleVisitor operator = operator();
    Visitor visitor = visitor();
    Element form = endForm(operator, visitor);

    Response response = operator.submit(form, Map.of());

    assertEquals(303, response.status(), response::toString);
    assertEquals(
        "Session " + visitor.id().substring(0, 6) + "….t1 has ended.",
        operator.page().select("#outcome").text());
    assertEquals("null", visitor.copy().ask(tomcat, "peek").get("session"));
    Await.until(
        "it is on no node",
        () -> StoredSession.of(n1.probe().stored(Cluster.key(visitor.id()))) == null);
    assertTrue(tomcat.logs().contains("Console: operator ended session"), tomcat.logs());
  }

  private static Element endForm(ConsoleVisitor operator, Visitor visitor) {
    return operator.article("shop").select("tr").stream()
        .filter(row -> row.text().contains(visitor.id().substring(0, 6)))
        .map(row -> Objects.requireNonNull(row.selectFirst("form")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  final void buttonWhenTheRequestIsForgedThenDoesNothing() {
    ConsoleVisitor operator = operator();
    Visitor visitor = visitor();
    Element form = endForm(operator, visitor);
    Element another = endForm(operator(), visitor);
    String address = ConsoleVisitor.PATH + "act.jsp";

    int without = operator.post(address, form, Map.of()).status();
    int ofAnother = operator.submit(another, Map.of()).status();

    assertEquals(List.of(403, 403), List.of(without, ofAnother));
    assertEquals("apple", visitor.value(tomcat, "get?name=fruit"));
  }

  @Test
  final void buttonWhenItsAddressIsGotThenDoesNothing() {
    ConsoleVisitor operator = operator();
    Element form = endForm(operator, visitor());

    assertEquals(405, operator.get(form.attr("action")).status());
  }

  @Test
  final void nodesWhenChangedThenHoldAtOnce() {
    ConsoleVisitor operator = operator();
    String nodes = "n1:%s n2:%s".formatted(n1.location(), n2.location());

    operator.submit(operator.form("forum", "nodes"), Map.of("memcachedNodes", nodes));

    assertTrue(operator.page().select("#outcome.done").text().startsWith("The nodes of /forum"));
    assertEquals(
        List.of("n1", "n2"), operator.article("forum").select("td[data-label=Node]").eachText());
    try (ManagerBean bean = ManagerBean.of(tomcat, "forum")) {
      assertEquals(2, bean.list("nodes").size());
    }
  }

  @Test
  final void nodesWhenWrongThenStayAndThePageSaysWhy() {
    ConsoleVisitor operator = operator();

    operator.submit(operator.form("shop", "nodes"), Map.of("memcachedNodes", "n1:<i>"));
    // A page that renews itself just then is replaced by the one that the browser is led to.
    assertFalse(operator.get("?renewed").body().contains("\"outcome\""));

    Document page = operator.page();
    assertTrue(page.select("#outcome.trouble").text().contains("memcachedNodes"), page::toString);
    assertNull(page.selectFirst("#outcome i"));
    assertEquals("n1", operator.article("shop").select("td[data-label=Node]").text());
  }
}
