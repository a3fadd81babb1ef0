package io.holdfast.doctor;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.discovery.JdkDns;
import io.holdfast.doctor.Installation.Examined;
import io.holdfast.testkit.dns.DnsServer;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The command on an installation that is in order, and on one for each mistake. */
@RequiresRealMemcached
@Timeout(120)
final class DoctorTest {

  private static final String MISSPELT =
      "<Context><Manager className='io.holdfast.tomcat.MemcachedSessionManager' stiky='false'/>"
          + "</Context>";

  @TempDir private static Path certificates;
  private static Certified certified;

  @TempDir private Path folder;
  private Installation installation;

  @BeforeAll
  static void makeCertificates() {
    certified = new Certified(certificates);
  }

  @BeforeEach
  void makeInstallation() throws IOException {
    installation = new Installation(folder, certified);
  }

  @AfterEach
  void endInstallation() throws Exception {
    installation.end();
  }

  @Test
  void examineWhenAllIsInOrderThenNothingIsWrong() throws IOException {
    Examined examined = installation.examine();

    assertEquals(0, examined.status(), examined.text());
    // The one warning is of a node on this machine.
    assertTrue(examined.text().endsWith("0 wrong, 1 warnings\n"), examined.text());
    assertTrue(examined.text().contains("fine    lib: Holdfast 1.0.0\n"), examined.text());
    assertTrue(examined.text().contains(": stores, reads and deletes; "), examined.text());
  }

  /** A second line would say that no Manager was found. */
  @Test
  void examineWhenAFileIsNoXmlThenOnlyThatIsWrong() throws IOException {
    installation.context("<Context><Manager %s></Context>");

    Examined examined = installation.examine();

    assertTrue(examined.text().contains("\n1 wrong, "), examined.text());
  }

  @Test
  void examineWhenTheLoaderNamesTheFolderThenNothingIsWrong() throws IOException {
    installation.file(
        "conf/catalina.properties",
        "common.loader=\"${catalina.base}/lib\",\"${catalina.base}/lib/*.jar\"");

    Examined examined = installation.examine();

    assertEquals(0, examined.status(), examined.text());
  }

  @Test
  void helpWhenAskedForThenIsPrinted() {
    Examined examined = Installation.examined("--help");

    assertEquals(0, examined.status());
    assertTrue(examined.text().startsWith("--nodes NODES"), examined.text());
  }

  /** They have other contents, in one version. */
  @Test
  void examineWhenJarsDifferInTheirClassifiersThenNothingIsWrong() throws IOException {
    installation.jar("lib/netty-epoll-4.1.100.Final.jar");
    installation.jar("lib/netty-epoll-4.1.100.Final-linux-x86_64.jar");
    installation.jar("lib/netty-epoll-4.1.100.Final-linux-aarch_64.jar");
    installation.jar("lib/holdfast-core-1.0.0-sources.jar");

    Examined examined = installation.examine();

    assertEquals(0, examined.status(), examined.text());
  }

  @Test
  void examineWhenSessionsAreInMemoryThenWarns() throws IOException {
    installation.attribute("memcachedNodes", "memory");

    Examined examined = installation.examine();

    assertEquals(0, examined.status(), examined.text());
    assertTrue(
        examined
            .text()
            .contains(
                "memory(memory): is the memory of one Tomcat, for development and tests: its"
                    + " sessions end with it\n"),
        examined.text());
  }

  @Test
  void examineWhenNodesAreFoundThenEachOfThemIs() throws Exception {
    DnsServer dns = installation.closedLater(DnsServer.start());
    MemcachedProcess node = installation.node(MemcachedProcess.start(MemcachedLimits.DEFAULT));
    dns.addresses("cache.test", node.host());
    String source = "dns:cache.test:" + installation.portOfFirstNode();
    installation.attribute("memcachedNodes", source);
    System.setProperty(JdkDns.SERVERS, dns.address());
    try {
      Examined examined = installation.examine();

      assertEquals(0, examined.status(), examined.text());
      assertTrue(examined.text().contains("fine    " + source + ": names nodes: 1\n"));
      assertTrue(
          examined.text().contains("(" + node.address() + "): stores, reads and deletes; "),
          examined.text());

      dns.remove("cache.test");
      Examined nowhere = installation.examine();

      assertEquals(1, nowhere.status(), nowhere.text());
      assertTrue(nowhere.text().contains("WRONG   " + source + ": names no nodes: "));
    } finally {
      System.clearProperty(JdkDns.SERVERS);
    }
  }

  /** Its sessions are lost with the one server. */
  @Test
  void examineWhenFewerNodesAreFoundThanThereAreCopiesThenItIsNotFine() throws Exception {
    DnsServer dns = installation.closedLater(DnsServer.start());
    MemcachedProcess node = installation.node(MemcachedProcess.start(MemcachedLimits.DEFAULT));
    dns.addresses("cache.test", node.host());
    String source = "dns:cache.test:" + installation.portOfFirstNode();
    installation.attribute("memcachedNodes", source);
    installation.attribute("sticky", "false");
    System.setProperty(JdkDns.SERVERS, dns.address());
    try {
      Examined examined = installation.examine();

      assertTrue(
          examined
              .text()
              .contains("warning " + source + ": names nodes: 1, and each session is to have 2"),
          examined.text());
    } finally {
      System.clearProperty(JdkDns.SERVERS);
    }
  }

  @Test
  void examineWhenApplicationsWantDifferentCopiesThenEachIsLookedAt() throws Exception {
    DnsServer dns = installation.closedLater(DnsServer.start());
    MemcachedProcess node = installation.node(MemcachedProcess.start(MemcachedLimits.DEFAULT));
    dns.addresses("cache.test", node.host());
    String source = "dns:cache.test:" + installation.portOfFirstNode();
    installation.attribute("memcachedNodes", source);
    installation.file(
        "webapps/shop/META-INF/context.xml",
        "<Context><Manager className='io.holdfast.tomcat.MemcachedSessionManager' sticky='false'"
            + " transcoderFactoryClass='kryo' memcachedNodes='%s'/></Context>".formatted(source));
    System.setProperty(JdkDns.SERVERS, dns.address());
    try {
      Examined examined = installation.examine();

      assertTrue(
          examined.text().contains("names nodes: 1, and each session is to have 2"),
          examined.text());
    } finally {
      System.clearProperty(JdkDns.SERVERS);
    }
  }

  @ParameterizedTest
  @EnumSource
  void examineWhenSomethingIsWrongThenItsLineSaysSo(BadInstallation bad) throws Exception {
    bad.spoil(installation);

    Examined examined = installation.examine();

    assertTrue(examined.text().contains(bad.line(installation)), examined.text());
    assertEquals(bad.isWrong() ? 1 : 0, examined.status(), examined.text());
    assertFalse(examined.text().contains(Installation.SECRET), examined.text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "conf/Catalina/localhost/shop.xml",
        "conf/Catalina/localhost/context.xml.default",
        "webapps/shop/META-INF/context.xml"
      })
  void examineWhenAManagerIsInAnotherFileThenItIsFound(String file) throws IOException {
    installation.file(file, MISSPELT);

    Examined examined = installation.examine();

    assertEquals(1, examined.status(), examined.text());
    assertTrue(
        examined.text().contains("WRONG   %s: stiky=\"false\": ".formatted(file)), examined.text());
  }

  @Test
  void examineWhenAManagerIsInAWarThenItIsFound() throws IOException {
    installation.jar("webapps/shop.war", "META-INF/context.xml", MISSPELT);

    Examined examined = installation.examine();

    assertEquals(1, examined.status(), examined.text());
    assertTrue(
        examined
            .text()
            .contains("WRONG   webapps/shop.war!/META-INF/context.xml: stiky=\"false\": "),
        examined.text());
  }

  @Test
  void examineWhenSeveralAttributesAreWrongThenEachHasALine() throws IOException {
    installation.nodes("127.0.0.1:0");
    installation.attribute("stiky", "false");
    installation.attribute("operationTimeout", "0");

    Examined examined = installation.examine();

    assertEquals(1, examined.status(), examined.text());
    for (String name : List.of("memcachedNodes", "stiky", "operationTimeout")) {
      assertTrue(
          examined.text().lines().anyMatch(line -> line.matches("WRONG .*: " + name + "=.*")),
          examined.text());
    }
  }

  @Test
  void examineWhenTlsIsRightThenTheNodeIsUsed() throws IOException {
    installation.node(
        MemcachedProcess.start(
            MemcachedLimits.DEFAULT,
            Certified.files(certified.authority().issue("right", "ip:127.0.0.1"))));
    installation.attribute("tls", "true");
    installation.attribute("tlsCaFile", certified.authority().certificate().toString());

    Examined examined = installation.examine();

    assertEquals(0, examined.status(), examined.text());
    assertTrue(examined.text().contains(", TLSv1."), examined.text());
  }

  @Test
  void examineWhenDoneThenNothingIsLeftOnTheNode() throws IOException {
    MemcachedProcess node = installation.node(MemcachedProcess.start(MemcachedLimits.DEFAULT));

    installation.examine();

    assertEquals("0", node.probe().stats().get("curr_items"));
  }

  @Test
  void nodesWhenGivenWithAttributesThenTheyAreAsked() {
    MemcachedProcess node = installation.node(MemcachedProcess.start(MemcachedLimits.DEFAULT));

    Examined examined =
        Installation.examined(
            "--nodes", "n1:" + node.address(), "maxItemSize=2097152", "memcachedProtocol=text");

    assertEquals(1, examined.status(), examined.text());
    assertTrue(examined.text().contains("start it with -I 2097152"), examined.text());
  }

  @Test
  void nodesWhenBinaryThenTheRoundTripIsMade() {
    MemcachedProcess node = installation.node(MemcachedProcess.start(MemcachedLimits.DEFAULT));

    Examined examined =
        Installation.examined("--nodes", "n1:" + node.address(), "memcachedProtocol=binary");

    assertEquals(0, examined.status(), examined.text());
    assertTrue(examined.text().contains(": stores, reads and deletes; "), examined.text());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--nodes",
        "--nodes --tomcat",
        "sticky=false",
        "--home x",
        "--to x",
        "--nodes n1:x:1 --translate x",
        "--nodes n1:x:1 --verbose",
        "--compare x",
        "--compare x y --nodes n1:x:1",
        "--compare x y --translate z",
        "--compare x y sticky=false",
        "--nodes n1:x:1 password=" + Installation.SECRET
      })
  void commandWhenItIsNoneThenStatusTwoAndTheCommands(String arguments) {
    Examined examined =
        Installation.examined(arguments.isEmpty() ? new String[0] : arguments.split(" "));

    assertEquals(2, examined.status());
    assertTrue(examined.text().contains("--nodes NODES [NAME=VALUE...]"), examined.text());
    assertFalse(examined.text().contains(Installation.SECRET), examined.text());
  }
}
