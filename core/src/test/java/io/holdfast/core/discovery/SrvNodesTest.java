package io.holdfast.core.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.testkit.dns.DnsRecord;
import io.holdfast.testkit.dns.DnsServer;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
final class SrvNodesTest {

  private static final String SERVICE = "_memcached._tcp.cache.example";

  private final Map<String, List<String>> records = new HashMap<>();
  private SearchList search = SearchList.NONE;

  @Test
  void findWhenTargetsAreOfAStatefulSetThenTheirIdsAreTheNamesOfItsPods() throws IOException {
    answer(
        "0 50 11211 memcached-1.memcached.default.svc.cluster.local.",
        "0 50 11211 memcached-0.memcached.default.svc.cluster.local.");

    assertEquals(
        List.of(
            new NodeAddress(
                "memcached-0", "memcached-0.memcached.default.svc.cluster.local", 11_211),
            new NodeAddress(
                "memcached-1", "memcached-1.memcached.default.svc.cluster.local", 11_211)),
        find());
  }

  /** Resolvers may answer in the case of the question, or in one of their own. */
  @Test
  void findWhenTargetsDifferInCaseThenTheNodesAreTheSame() throws IOException {
    answer("0 0 11211 CACHE1.Example.");
    List<NodeAddress> upper = find();
    answer("0 0 11211 cache1.example.");

    assertEquals(upper, find());
  }

  @Test
  void findWhenTargetsShareTheirFirstLabelThenTheyAreNamedAfterHostAndPort() throws IOException {
    answer("0 0 11211 cache.east.example.", "0 0 11211 cache.west.example.", "0 0 1 n1.example.");

    assertEquals(
        List.of("cache.east.example:11211", "cache.west.example:11211", "n1"),
        find().stream().map(NodeAddress::id).toList());
  }

  @Test
  void findWhenOneHostHasTwoNodesThenTheyAreNamedAfterHostAndPort() throws IOException {
    answer("0 0 11211 localhost.", "0 0 11212 localhost.");

    assertEquals(
        List.of("localhost:11211", "localhost:11212"),
        find().stream().map(NodeAddress::id).toList());
  }

  @Test
  void findWhenTheNameIsShortThenTheDomainsOfTheMachineAreTried() throws IOException {
    search = new SearchList(List.of("corp"), 9);
    records.put("SRV " + SERVICE + ".corp.", List.of("0 0 11211 a.corp."));

    assertEquals("a", find().get(0).id());
  }

  @Test
  void findWhenThereIsNoRecordThenThereIsNoAnswer() {
    assertEquals("the name has no SRV record", refused());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0 0 0 b.example.",
        "0 0 65536 b.example.",
        "0 0 11211 .",
        "0 0 11211 b..example.",
        "0 0 11211 b\\032c.example.",
        "0 0 11211 b.example.\r\nflush_all",
        "0 0 11211 \u0007",
        "0 0 11211",
        "garbage",
        "0 0 11211 a.example.",
      })
  void findWhenARecordIsWrongThenTheWholeAnswerIsRefused(String wrong) {
    answer("0 0 11211 a.example.", wrong);

    assertEquals(-1, refused().chars().filter(c -> c < ' ').findFirst().orElse(-1));
  }

  @Test
  void findWhenThereAreTooManyRecordsThenTheAnswerIsRefused() {
    answer(
        IntStream.range(0, 10_000)
            .mapToObj("0 0 11211 n%d.example."::formatted)
            .toArray(String[]::new));

    assertEquals("the answer names more than 100 nodes", refused());
  }

  @Test
  void findWhenARealServerIsAskedThenItsTargetsAreNodes() throws IOException {
    try (DnsServer server = DnsServer.start()) {
      server.set(
          SERVICE,
          DnsRecord.service("memcached-0.cache.example", 11_211),
          DnsRecord.service("memcached-1.cache.example", 11_311));

      assertEquals(
          List.of(
              new NodeAddress("memcached-0", "memcached-0.cache.example", 11_211),
              new NodeAddress("memcached-1", "memcached-1.cache.example", 11_311)),
          nodes(JdkDns.of(server.address())).find());
    }
  }

  /** As Kubernetes' DNS answers where pods have no host name: a target for each address. */
  @Test
  void findWhenARealServerHasAServiceWithTwoAddressesPerPodThenEachPodIsOneNode()
      throws IOException {
    try (DnsServer server = DnsServer.start()) {
      server.set(
          SERVICE,
          DnsRecord.service("10-0-0-1.cache.example", 11_211),
          DnsRecord.service("10-0-0-2.cache.example", 11_211),
          DnsRecord.service("fd00--1.cache.example", 11_211),
          DnsRecord.service("fd00--2.cache.example", 11_211));
      server.addresses("10-0-0-1.cache.example", "10.0.0.1");
      server.addresses("10-0-0-2.cache.example", "10.0.0.2");
      server.addresses("fd00--1.cache.example", "fd00::1");
      server.addresses("fd00--2.cache.example", "fd00::2");

      assertEquals(List.of("10-0-0-1", "10-0-0-2"), ids(nodes(JdkDns.of(server.address()))));
    }
  }

  @Test
  void findWhenTargetsHaveAddressesOfBothFamiliesThenEachIsOneNode() throws IOException {
    answer("0 0 11211 a.example.", "0 0 11211 b.example.");
    addresses("A", "a.example", "b.example");
    addresses("AAAA", "a.example", "b.example");

    assertEquals(List.of("a", "b"), ids(nodes(this::answered)));
  }

  @Test
  void findWhenAllTargetsHaveAddressesOfIpv6OnlyThenEachIsANode() throws IOException {
    answer("0 0 11211 a.example.", "0 0 11211 b.example.");
    addresses("AAAA", "a.example", "b.example");

    assertEquals(List.of("a", "b"), ids(nodes(this::answered)));
  }

  /** Of a pod that starts again, for example: it counts as lost until it has one. */
  @Test
  void findWhenATargetHasNoAddressThenItIsANode() throws IOException {
    answer("0 0 11211 a.example.", "0 0 11211 b.example.");
    addresses("A", "a.example");

    assertEquals(List.of("a", "b"), ids(nodes(this::answered)));
  }

  @Test
  void findWhenTargetsWithAddressesOfIpv4AreMissingThenTheOthersAreNoAnswerBeforeTheThird()
      throws IOException {
    SrvNodes nodes = nodes(this::answered);
    addresses("A", "10-0-0-1.example", "10-0-0-2.example");
    addresses("AAAA", "fd00--1.example", "fd00--2.example");
    answer(
        "0 0 11211 10-0-0-1.example.",
        "0 0 11211 10-0-0-2.example.",
        "0 0 11211 fd00--1.example.",
        "0 0 11211 fd00--2.example.");
    assertEquals(List.of("10-0-0-1", "10-0-0-2"), ids(nodes));

    answer("0 0 11211 fd00--1.example.", "0 0 11211 fd00--2.example.");

    assertThrows(IOException.class, nodes::find);
    assertThrows(IOException.class, nodes::find);
    assertEquals(List.of("fd00--1", "fd00--2"), ids(nodes));
  }

  @Test
  void findWhenOneTargetOfIpv6IsLeftThenItIsNoAnswerBeforeTheThird() throws IOException {
    SrvNodes nodes = nodes(this::answered);
    addresses("A", "10-0-0-1.example", "10-0-0-2.example");
    addresses("AAAA", "fd00--1.example");
    answer("0 0 11211 10-0-0-1.example.", "0 0 11211 10-0-0-2.example.");
    assertEquals(List.of("10-0-0-1", "10-0-0-2"), ids(nodes));

    answer("0 0 11211 fd00--1.example.");

    assertThrows(IOException.class, nodes::find);
    assertThrows(IOException.class, nodes::find);
    assertEquals(List.of("fd00--1"), ids(nodes));
  }

  /** Such as while all pods start again: that says nothing about the family. */
  @Test
  void findWhenNoTargetHasAnAddressForAWhileThenTheyAreTheNodes() throws IOException {
    SrvNodes nodes = nodes(this::answered);
    addresses("A", "a.example", "b.example");
    answer("0 0 11211 a.example.", "0 0 11211 b.example.");
    assertEquals(List.of("a", "b"), ids(nodes));

    records.remove("A a.example.");
    records.remove("A b.example.");
    assertEquals(List.of("a", "b"), ids(nodes));
    assertEquals(List.of("a", "b"), ids(nodes));
    assertEquals(List.of("a", "b"), ids(nodes));
    addresses("A", "a.example", "b.example");

    assertEquals(List.of("a", "b"), ids(nodes));
  }

  private void addresses(String type, String... hosts) {
    for (String host : hosts) {
      records.put(type + " " + host + ".", List.of("an address"));
    }
  }

  private static List<String> ids(SrvNodes nodes) throws IOException {
    return nodes.find().stream().map(NodeAddress::id).toList();
  }

  private void answer(String... all) {
    records.put("SRV " + SERVICE + ".", List.of(all));
  }

  private List<NodeAddress> find() throws IOException {
    return nodes(this::answered).find();
  }

  private SrvNodes nodes(DnsRecords source) {
    return new SrvNodes(SERVICE, source, () -> search);
  }

  private List<String> answered(String name, String type) {
    return records.getOrDefault(type + " " + name, List.of());
  }

  private String refused() {
    return String.valueOf(assertThrows(IOException.class, this::find).getMessage());
  }
}
