package io.holdfast.core.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.DiscoverySettings.Kind;
import io.holdfast.core.config.DiscoverySettings.Source;
import io.holdfast.core.config.Engine;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.testkit.dns.DnsServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DnsNodesTest {

  private static final String NAME = "cache.example";

  private final Map<String, List<String>> records = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private SearchList search = SearchList.NONE;

  @Test
  void findWhenANameHasAddressesThenEachIsANodeNamedAfterIt() throws IOException {
    records.put("A cache.example.", List.of("10.0.0.2", "10.0.0.1"));

    assertEquals(
        List.of(
            NodeAddress.unnamed("10.0.0.1", 11_211, NAME),
            NodeAddress.unnamed("10.0.0.2", 11_211, NAME)),
        find());
  }

  @Test
  void findWhenEachZoneHasANameThenItsNodesAreInThatZone() throws IOException {
    records.put("A cache-a.", List.of("10.0.0.2", "10.0.0.1"));
    records.put("A cache-b.", List.of("10.0.1.1"));

    assertEquals(
        List.of(
            NodeAddress.unnamed("10.0.0.1", 11_211, "cache-a").inZone("a"),
            NodeAddress.unnamed("10.0.0.2", 11_211, "cache-a").inZone("a"),
            NodeAddress.unnamed("10.0.1.1", 11_212, "cache-b").inZone("b")),
        ofTwoZones().find());
  }

  /** Else the nodes of a zone would leave the list, and the sessions on them. */
  @Test
  void findWhenTheNameOfAZoneHasNoAddressThenThereIsNoAnswer() {
    records.put("A cache-a.", List.of("10.0.0.1"));

    assertEquals("the name of zone b has no address", refused(ofTwoZones()));
  }

  /** One memcached in two zones would have both copies of a session. */
  @Test
  void findWhenAnAddressIsInTwoZonesThenTheAnswerIsRefused() {
    records.put("A cache-a.", List.of("10.0.0.1"));
    records.put("A cache-b.", List.of("10.0.0.1"));

    assertEquals(
        "the answer names 10.0.0.1:11211(10.0.0.1:11211)@b twice",
        refused(
            new DnsNodes(
                new DiscoverySettings(
                    Kind.DNS,
                    List.of(new Source("cache-a", 11_211, "a"), new Source("cache-b", 11_211, "b")),
                    Engine.MEMCACHED,
                    Duration.ofSeconds(1)),
                this::answer,
                () -> search)));
  }

  private DnsNodes ofTwoZones() {
    return new DnsNodes(
        new DiscoverySettings(
            Kind.DNS,
            List.of(new Source("cache-a", 11_211, "a"), new Source("cache-b", 11_212, "b")),
            Engine.MEMCACHED,
            Duration.ofSeconds(1)),
        this::answer,
        () -> search);
  }

  /** JNDI and others write an address in different ways; Tomcats must come to the same ids. */
  @ParameterizedTest
  @ValueSource(strings = {"fd00::7", "FD00:0:0:0:0:0:0:7", "fd00:0000::0007"})
  void findWhenANameHasAddressesOfIpv6OnlyThenTheyHaveOneFormEach(String written)
      throws IOException {
    records.put("AAAA cache.example.", List.of(written));

    assertEquals("[fd00:0:0:0:0:0:0:7]:11211", find().get(0).id());
  }

  @Test
  void findWhenANameHasAddressesOfBothKindsThenThoseOfIpv6AreNotAskedFor() throws IOException {
    records.put("A cache.example.", List.of("10.0.0.1"));
    records.put("AAAA cache.example.", List.of("fd00::1"));

    assertEquals(List.of("10.0.0.1:11211"), find().stream().map(NodeAddress::id).toList());
    assertEquals(List.of("A cache.example."), asked);
  }

  /** Such as while the addresses of the service are only partly known to the server. */
  @Test
  void findWhenAddressesOfIpv4AreMissingThenThoseOfIpv6AreNoAnswerBeforeTheThird()
      throws IOException {
    DnsNodes nodes = nodes(this::answer);
    records.put("A cache.example.", List.of("10.0.0.1"));
    records.put("AAAA cache.example.", List.of("fd00::1"));
    nodes.find();

    records.remove("A cache.example.");

    assertEquals(
        "there are no addresses but those of IPv6, and nodes of IPv4 are in use", refused(nodes));
    refused(nodes);
    assertEquals("[fd00:0:0:0:0:0:0:1]:11211", nodes.find().get(0).id());
  }

  @Test
  void findWhenAddressesOfIpv4AreBackThenThoseOfIpv6BeginAnew() throws IOException {
    DnsNodes nodes = nodes(this::answer);
    records.put("AAAA cache.example.", List.of("fd00::1"));
    for (int round = 0; round < 3; round++) {
      records.put("A cache.example.", List.of("10.0.0.1"));
      assertEquals("10.0.0.1:11211", nodes.find().get(0).id());

      records.remove("A cache.example.");
      refused(nodes);
      refused(nodes);
    }
  }

  @Test
  void findWhenAddressesOfIpv4JoinThoseOfIpv6ThenTheyAreNoAnswerBeforeTheThird()
      throws IOException {
    DnsNodes nodes = nodes(this::answer);
    records.put("AAAA cache.example.", List.of("fd00::1"));
    nodes.find();

    records.put("A cache.example.", List.of("10.0.0.1"));

    assertEquals("there are addresses of IPv4, and nodes of IPv6 are in use", refused(nodes));
    refused(nodes);
    assertEquals("10.0.0.1:11211", nodes.find().get(0).id());
  }

  @Test
  void findWhenARealServerHasAServiceWithTwoAddressesPerPodThenEachPodIsOneNode()
      throws IOException {
    try (DnsServer server = DnsServer.start()) {
      server.addresses(NAME, "10.0.0.1", "fd00::1", "10.0.0.2", "fd00::2");

      assertEquals(
          List.of("10.0.0.1:11211", "10.0.0.2:11211"),
          nodes(JdkDns.of(server.address())).find().stream().map(NodeAddress::id).toList());
    }
  }

  @Test
  void findWhenOneNameHasNoAddressThenTheNextOneIsTried() throws IOException {
    search = new SearchList(List.of("one", "two"), 5);
    records.put("A cache.example.two.", List.of("10.0.0.1"));

    assertEquals(1, find().size());
    assertEquals(
        List.of("A cache.example.one.", "AAAA cache.example.one.", "A cache.example.two."), asked);
  }

  @Test
  void findWhenNoNameHasAnAddressThenThereIsNoAnswer() {
    assertEquals("the name has no address", refused());
  }

  @Test
  void findWhenTheServerFailsThenNoOtherNameIsTried() {
    search = new SearchList(List.of("one"), 1);
    DnsRecords failing =
        (name, type) -> {
          asked.add(type + " " + name);
          throw new IOException("no DNS server answers");
        };

    assertThrows(IOException.class, () -> nodes(failing).find());
    assertEquals(List.of("A cache.example."), asked);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "localhost",
        "10.0.0.256",
        "10.0.0",
        "",
        "10.0.0.1\r\nflush_all",
        "0.0.0.0",
        "224.0.0.1"
      })
  void findWhenAnAddressIsNoneThenTheWholeAnswerIsRefused(String wrong) {
    records.put("A cache.example.", List.of("10.0.0.1", wrong));

    assertEquals(-1, refused().indexOf('\n'));
  }

  @Test
  void findWhenAnAddressIsThereTwiceThenTheAnswerIsRefused() {
    records.put("A cache.example.", List.of("10.0.0.1", "10.0.0.1"));

    assertEquals("the answer names 10.0.0.1:11211(10.0.0.1:11211) twice", refused());
  }

  @Test
  void findWhenThereAreTooManyAddressesThenTheAnswerIsRefused() throws IOException {
    records.put("A cache.example.", addresses(DiscoverySettings.MOST_NODES));
    assertEquals(DiscoverySettings.MOST_NODES, find().size());

    records.put("A cache.example.", addresses(10_000));
    assertEquals("the answer names more than 100 nodes", refused());
  }

  private static List<String> addresses(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> "10.1.%d.%d".formatted(number / 256, number % 256))
        .toList();
  }

  private List<NodeAddress> find() throws IOException {
    return nodes(this::answer).find();
  }

  private String refused() {
    return refused(nodes(this::answer));
  }

  private static String refused(DnsNodes nodes) {
    return String.valueOf(assertThrows(IOException.class, nodes::find).getMessage());
  }

  private DnsNodes nodes(DnsRecords source) {
    return new DnsNodes(
        new DiscoverySettings(Kind.DNS, NAME, 11_211, Duration.ofSeconds(1)), source, () -> search);
  }

  private List<String> answer(String name, String type) {
    asked.add(type + " " + name);
    return records.getOrDefault(type + " " + name, List.of());
  }
}
