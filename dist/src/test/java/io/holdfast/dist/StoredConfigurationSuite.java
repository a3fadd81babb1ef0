package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.http.Browser;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.w3c.dom.NamedNodeMap;

/**
 * An operator has Tomcat write its configuration, by the host manager: StoreConfig writes what it
 * finds in the running Tomcat.
 */
@Timeout(180)
abstract class StoredConfigurationSuite extends LineSuite {

  private static final String LISTENER =
      "<Listener className=\"org.apache.catalina.storeconfig.StoreConfigLifecycleListener\"/>";

  /** Not started: the nodes know no passwords. */
  private static final ContextXml SECRET =
      ContextXml.named("secret")
          .manager("enabled", "false")
          .manager("memcachedProtocol", "binary")
          .manager("username", "shop")
          .manager("password", "a<b&\"c");

  private final MemcachedNode n1 = StoreNodes.start();
  private final MemcachedNode n2 = StoreNodes.start();

  @AfterEach
  final void closeNodes() {
    n1.close();
    n2.close();
  }

  @Test
  @OnLines(11)
  void persistWhenSessionsAreBackedUpThenTheConfigurationIsWhatTheOperatorWroteAndStartsAgain()
      throws Exception {
    Map<Mode, Visitor> visitors = Mode.visitors("shop");
    try (TomcatProcess tomcat = start()) {
      visitors.values().forEach(visitor -> visitor.ask(tomcat, "set?name=fruit&value=papaya"));

      Response answer =
          new Browser()
              .send(
                  tomcat.port(),
                  "GET",
                  "/host-manager/text/persist",
                  ManagerApplication.LOGIN,
                  new byte[0]);

      assertEquals(200, answer.status(), answer::toString);
      assertTrue(answer.body().startsWith("OK"), () -> answer + tomcat.logs());
      assertNothingOfOurs(tomcat.base().resolve("conf/server.xml"));
      for (Mode mode : Mode.values()) {
        assertEquals(given(mode), ofHoldfast(managerOf(tomcat, mode.context("shop"))));
      }
      assertEquals(given(SECRET), managerOf(tomcat, SECRET.name()));

      tomcat.stop();
      tomcat.start();

      for (Visitor visitor : visitors.values()) {
        assertEquals("papaya", visitor.value(tomcat, "get?name=fruit"));
      }
    }
  }

  private TomcatProcess start() {
    TomcatDistribution distribution = Cluster.distribution(line());
    Path docBase = ProbeApplication.compile(distribution);
    var settings =
        TomcatProcess.of(distribution)
            .libraries(StoreNodes.with(Cluster.jars("kryo")))
            .serverContent(LISTENER)
            .application(
                "host-manager",
                distribution.home().resolve("webapps/host-manager"),
                "<Context privileged=\"true\"/>");
    for (Mode mode : Mode.values()) {
      ContextXml context = described(mode);
      settings.application(context.name(), docBase, context.toXml(nodes(), "kryo"));
    }
    settings.application(SECRET.name(), docBase, SECRET.toXml(nodes(), "kryo"));
    return ManagerApplication.letIn(settings).start();
  }

  private String nodes() {
    return "n1:%s,n2:%s".formatted(n1.location(), n2.location());
  }

  private static ContextXml described(Mode mode) {
    return mode.of(
        ContextXml.synchronous("shop")
            .manager("requestUriIgnorePattern", ".*\\.(png|<&gt;)")
            .manager("maxActiveSessions", "1000"));
  }

  private Map<String, String> given(Mode mode) {
    return ofHoldfast(given(described(mode)));
  }

  private Map<String, String> given(ContextXml context) {
    Map<String, String> given = new TreeMap<>(context.manager());
    given.put("className", "io.holdfast.tomcat.MemcachedSessionManager");
    given.put("memcachedNodes", nodes());
    given.put("transcoderFactoryClass", "kryo");
    given.put("storageKeyPrefix", "");
    return given;
  }

  /** Without what Tomcat stores of all its managers, such as how many sessions there were. */
  private static Map<String, String> ofHoldfast(Map<String, String> attributes) {
    Set<String> ours =
        Arrays.stream(Setting.values()).map(Setting::attribute).collect(Collectors.toSet());
    ours.add("className");
    Map<String, String> kept = new TreeMap<>(attributes);
    kept.keySet().retainAll(ours);
    return kept;
  }

  private static void assertNothingOfOurs(Path file) throws IOException {
    assertWritten(file);
    String xml = Files.readString(file);
    assertTrue(xml.contains("<Host"), xml);
    assertFalse(xml.contains("io.holdfast"), xml);
    assertFalse(xml.contains("proxy"), xml);
  }

  /** Tomcat has kept a copy of each file that it has written again. */
  private static void assertWritten(Path file) throws IOException {
    try (Stream<Path> files = Files.list(file.getParent())) {
      assertTrue(
          files.anyMatch(
              other -> other.getFileName().toString().startsWith(file.getFileName() + ".")),
          () -> file + " is as it was");
    }
  }

  private static Map<String, String> managerOf(TomcatProcess tomcat, String context)
      throws Exception {
    Path file = tomcat.base().resolve("conf/Catalina/localhost/" + context + ".xml");
    assertWritten(file);
    NamedNodeMap attributes =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(file.toFile())
            .getElementsByTagName("Manager")
            .item(0)
            .getAttributes();
    Map<String, String> read = new TreeMap<>();
    for (int i = 0; i < attributes.getLength(); i++) {
      read.put(attributes.item(i).getNodeName(), attributes.item(i).getNodeValue());
    }
    return read;
  }
}
