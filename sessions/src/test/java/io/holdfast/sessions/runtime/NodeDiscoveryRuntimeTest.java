package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.discovery.JdkDns;
import io.holdfast.core.session.SessionId;
import io.holdfast.core.session.SessionTimes;
import io.holdfast.sessions.engine.FakeInstance;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.Threads;
import io.holdfast.testkit.dns.DnsServer;
import io.holdfast.testkit.dns.DnsServer.Trouble;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedProcess;
import io.holdfast.testkit.memcached.RequiresRealMemcached;
import io.holdfast.testkit.memcached.TlsFiles;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A running mode whose nodes a real DNS server names. */
@Timeout(120)
@RequiresRealMemcached
final class NodeDiscoveryRuntimeTest {

  private static final String NAME = "cache.example";
  private static final int SESSIONS = 20;

  private final int port = FreePort.find();
  private final MemcachedNode n1 = MemcachedProcess.startAt("127.0.0.1", port);
  private final MemcachedNode n2 = MemcachedProcess.startAt("127.0.0.2", port);
  private final DnsServer dns = DnsServer.start();
  private final List<FakeInstance> sessions = new CopyOnWriteArrayList<>();
  private final Map<Setting<?>, String> settings = new TreeMap<>();

  NodeDiscoveryRuntimeTest() {
    System.setProperty(JdkDns.SERVERS, dns.address());
    settings.put(Setting.MEMCACHED_NODES, "dns:%s:%d".formatted(NAME, port));
    settings.put(Setting.DISCOVERY_INTERVAL, "1");
    settings.put(Setting.TRANSCODER_FACTORY_CLASS, JdkTranscoderFactory.class.getName());
    settings.put(Setting.OPERATION_TIMEOUT, "250");
  }

  @AfterEach
  void nothingIsLeft() {
    System.clearProperty(JdkDns.SERVERS);
    dns.close();
    n1.close();
    n2.close();
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  @Test
  void startWhenTheNameHasAddressesThenTheNodesAreThereAtOnce() {
    dns.addresses(NAME, "127.0.0.2", "127.0.0.1");
    try (SessionRuntime runtime = start()) {
      assertEquals(List.of("127.0.0.1:" + port, "127.0.0.2:" + port), ids(runtime));
    }
  }

  @Test
  void startWhenTheNameDoesNotExistThenItServesAndTheNodesJoinWhenTheyAreNamed() {
    try (SessionRuntime runtime = start()) {
      saveAll(runtime);
      assertEquals(List.of("dns:%s:%d".formatted(NAME, port)), ids(runtime));
      assertEquals(NodeStatus.State.LOST, runtime.nodes().get(0).state());
      assertEquals(SESSIONS, runtime.sessionsNotStored());

      dns.addresses(NAME, "127.0.0.1");

      awaitAllOn(n1);
      Await.until(
          "the nodes have their place", () -> ids(runtime).equals(List.of("127.0.0.1:" + port)));
    }
  }

  @Test
  void discoveryWhenANodeComesAndTheOtherGoesThenAllSessionsAreOnTheNewOne() {
    dns.addresses(NAME, "127.0.0.1");
    try (SessionRuntime runtime = start()) {
      saveAll(runtime);
      awaitAllOn(n1);

      dns.addresses(NAME, "127.0.0.2");

      awaitAllOn(n2);
      Await.until(
          "nothing is left of the other",
          Duration.ofSeconds(60),
          () -> ids(runtime).equals(List.of("127.0.0.2:" + port)));
      Threads.assertNoneAlive("holdfast-memcached-127.0.0.1:" + port, Duration.ofSeconds(60));
    }
  }

  @Test
  void discoveryWhenTheNameStopsAnsweringThenNothingChanges() {
    dns.addresses(NAME, "127.0.0.1", "127.0.0.2");
    try (SessionRuntime runtime = start()) {
      saveAll(runtime);

      for (Trouble trouble : List.of(Trouble.FAILURE, Trouble.CUT, Trouble.SILENT)) {
        dns.make(trouble);
        awaitQuestions(5);
      }
      dns.make(Trouble.NONE);
      dns.remove(NAME);
      awaitQuestions(8); // four answers, each to A and AAAA

      assertEquals(List.of("127.0.0.1:" + port, "127.0.0.2:" + port), ids(runtime));
      assertTrue(runtime.nodes().stream().allMatch(n -> n.state() == NodeStatus.State.AVAILABLE));
      assertEquals(0, runtime.sessionsNotStored());
    }
  }

  @Test
  void startWhenTlsThenTheCertificateIsForTheNameThatWasAskedFor(@TempDir Path folder) {
    Certificates authority = Certificates.authority(folder, "ca");
    Certificates.Issued own = authority.issue("node", "dns:" + NAME);
    TlsFiles files = new TlsFiles(own.certificate(), own.key(), null);
    dns.addresses(NAME, "127.0.0.1");
    settings.put(Setting.OPERATION_TIMEOUT, "10000");
    settings.put(Setting.TLS, "true");
    settings.put(Setting.TLS_CA_FILE, authority.certificate().toString());
    try (MemcachedNode secured = MemcachedProcess.start(MemcachedLimits.DEFAULT, files)) {
      settings.put(Setting.MEMCACHED_NODES, "dns:%s:%d".formatted(NAME, secured.port()));
      try (SessionRuntime runtime = start()) {
        saveAll(runtime);

        awaitAllOn(secured);
      }
    }
  }

  private void awaitQuestions(int more) {
    int before = dns.asked();
    Await.until("it was asked", Duration.ofSeconds(60), () -> dns.asked() >= before + more);
  }

  private void awaitAllOn(MemcachedNode node) {
    Set<String> bases =
        new TreeSet<>(sessions.stream().map(session -> session.sessionId().base()).toList());
    Await.value(
        "the sessions",
        Duration.ofSeconds(60),
        () -> Set.copyOf(node.probe().keys()),
        bases::equals);
  }

  private static List<String> ids(SessionRuntime runtime) {
    return runtime.nodes().stream().map(node -> node.address().id()).toList();
  }

  private void saveAll(SessionRuntime runtime) {
    for (int i = 0; i < SESSIONS; i++) {
      FakeInstance session =
          new FakeInstance(
              new SessionId("s" + i + ".t1"),
              new SessionTimes(1, 1, 1, -1),
              runtime.sessions().noAttributes());
      session.set("value", "text");
      sessions.add(session);
    }
    sessions.forEach(session -> runtime.sessions().save(session).join());
  }

  private SessionRuntime start() {
    ClassLoader loader = getClass().getClassLoader();
    return new SessionRuntime(
        ConfigurationParser.parse(settings),
        TestApplication.of("localhost", "", null, loader, loader, null, InstantSource.system()),
        () -> sessions);
  }
}
