package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.routing.NodeRouter;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.document.SectionedDocument;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each fault of docs/reliability.md is seen in the MBeans, in the readings that the document names,
 * sticky and not. After the fault, nothing is lost, and everything is stored.
 */
@RequiresRealMemcached
class Tomcat11FaultSignsIT extends ClusterSuite {

  private static final Path DOCUMENT = Path.of("../docs/reliability.md");
  private static final String SECTION = "signs";
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int VISITORS_OF_A_NODE = 2;
  private static final NodeRouter ROUTER = new NodeRouter(List.of("n1", "n2"));

  private final List<SoakNode> nodes = List.of(SoakNode.start("n1", 1), SoakNode.start("n2", 2));
  private final Map<Mode, ManagerBean> managers = new EnumMap<>(Mode.class);
  private final Map<Mode, ManagerBean> firstNodes = new EnumMap<>(Mode.class);
  private final Map<Mode, List<Visitor>> visitors = new EnumMap<>(Mode.class);
  private final AtomicInteger requests = new AtomicInteger();

  @Override
  List<ContextXml> contexts() {
    return Mode.each(
        ContextXml.named("app")
            .manager(
                "memcachedNodes", nodes.get(0).configuration() + "," + nodes.get(1).configuration())
            .manager("operationTimeout", "300"));
  }

  @Override
  boolean isInBoth(ContextXml context) {
    return false;
  }

  @BeforeAll
  void connect() {
    for (Mode mode : Mode.values()) {
      String context = mode.context("app");
      managers.put(mode, ManagerBean.of(t1(), context));
      firstNodes.put(
          mode,
          ManagerBean.matching(t1(), "*:type=MemcachedNode,node=n1,context=/" + context + ",*"));
      visitors.put(mode, Stream.of("n1", "n2").flatMap(node -> visitorsOf(node, mode)).toList());
    }
  }

  /** Sessions that a node comes first for: where a session lies follows from its random id. */
  private Stream<Visitor> visitorsOf(String node, Mode mode) {
    return Stream.generate(() -> mode.visitor("app"))
        .peek(visitor -> visitor.ask(t1(), "fill?name=cart&value=8000"))
        .filter(visitor -> ROUTER.order(Cluster.key(visitor.id())).get(0).equals(node))
        .limit(VISITORS_OF_A_NODE);
  }

  @AfterAll
  void disconnect() {
    Stream.of(managers, firstNodes)
        .flatMap(beans -> beans.values().stream())
        .forEach(ManagerBean::close);
    nodes.forEach(SoakNode::close);
  }

  static Stream<StoreFault> faults() {
    return StoreFault.all();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void faultWhenItLastsThenItsSignsShowUntilItIsOver(StoreFault fault) {
    awaitWell();
    Map<Mode, FaultReadings> before = read();
    List<SoakNode> broken = nodes.subList(0, fault.nodes());

    broken.forEach(fault::begin);
    try {
      Await.value(
          "signs that do not show",
          PATIENCE,
          () -> {
            askAll();
            return missing(fault, before);
          },
          List::isEmpty);
    } finally {
      broken.forEach(fault::finish);
    }

    awaitWell();
  }

  private void askAll() {
    visitors.values().stream()
        .flatMap(List::stream)
        .forEach(
            visitor -> visitor.ask(t1(), "set?name=fruit&value=" + requests.incrementAndGet()));
  }

  private Map<Mode, FaultReadings> read() {
    Map<Mode, FaultReadings> readings = new EnumMap<>(Mode.class);
    managers.forEach(
        (mode, manager) ->
            readings.put(
                mode, FaultReadings.of(manager, Objects.requireNonNull(firstNodes.get(mode)))));
    return readings;
  }

  private List<String> missing(StoreFault fault, Map<Mode, FaultReadings> before) {
    List<String> missing = new ArrayList<>();
    read()
        .forEach(
            (mode, now) ->
                fault.signs().stream()
                    .filter(sign -> sign.isSeenIn(mode))
                    .filter(sign -> !sign.shows(Objects.requireNonNull(before.get(mode)), now))
                    .forEach(sign -> missing.add(mode + " " + sign + " " + now)));
    return missing;
  }

  private void awaitWell() {
    Await.value(
        "readings when all is well",
        PATIENCE,
        this::read,
        readings ->
            readings.values().stream()
                .allMatch(
                    now ->
                        now.manager("nodesLost") == 0
                            && now.manager("sessionsNotStored") == 0
                            && now.node("lost") == 0));
  }

  @Test
  void documentWhenReadThenNamesTheSignsOfEachFault() {
    String section =
        "| what happens | what shows it |\n| --- | --- |\n"
            + StoreFault.all().map(Tomcat11FaultSignsIT::row).collect(Collectors.joining());
    if ("write".equals(System.getProperty("holdfast.document"))) {
      new SectionedDocument(DOCUMENT).replace(SECTION, section);
    }

    assertEquals(section.strip(), new SectionedDocument(DOCUMENT).section(SECTION).strip());
  }

  private static String row(StoreFault fault) {
    String signs = fault.signs().stream().map(FaultSign::text).collect(Collectors.joining("; "));
    return "| %s | %s |\n"
        .formatted(fault.title(), signs.isEmpty() ? "nothing: nothing fails" : signs);
  }
}
