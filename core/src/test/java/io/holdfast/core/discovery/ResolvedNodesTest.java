package io.holdfast.core.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.DiscoverySettings.Kind;
import io.holdfast.core.config.DiscoverySettings.Source;
import io.holdfast.core.config.Engine;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.testkit.dns.DnsRecord;
import io.holdfast.testkit.dns.DnsServer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What nodes come of the records of DNS, by {@link DnsNodes} and {@link SrvNodes}. */
@Timeout(60)
final class ResolvedNodesTest {

  private static final String NAME = "cache.example";
  private static final String SERVICE = "_memcached._tcp.cache.example";

  private final Map<String, List<String>> records = new HashMap<>();
  private final List<String> asked = new ArrayList<>();
  private SearchList search = SearchList.NONE;
  private Finder finder = dns(this::answer);

  private interface Finder {
    List<NodeAddress> find() throws IOException;
  }

  /**
   * A scene a line: records of a name, the kind of question, which is {@code dns} at first, and
   * what is found or why nothing is. A target of SRV has the port 11211 unless it says another.
   */
  private static Stream<String> scenes() {
    return """
        # ---- addresses: each is a node named after it ----
        A cache.example. 10.0.0.2 10.0.0.1; nodes -> 10.0.0.1:11211(10.0.0.1:11211) 10.0.0.2:11211(10.0.0.2:11211); names -> cache.example cache.example
        zones 11212; A cache-a. 10.0.0.2 10.0.0.1; A cache-b. 10.0.1.1; names -> cache-a cache-a cache-b; nodes -> 10.0.0.1:11211(10.0.0.1:11211)@a 10.0.0.2:11211(10.0.0.2:11211)@a 10.0.1.1:11212(10.0.1.1:11212)@b
        # else the nodes of a zone would leave the list, and the sessions on them
        zones 11212; A cache-a. 10.0.0.1; find -> the name of zone b has no address
        # one memcached in two zones would have both copies of a session
        zones 11211; A cache-a. 10.0.0.1; A cache-b. 10.0.0.1; find -> the answer names 10.0.0.1:11211(10.0.0.1:11211)@b twice
        A cache.example. 10.0.0.1 10.0.0.1; find -> the answer names 10.0.0.1:11211(10.0.0.1:11211) twice
        find -> the name has no address
        search 5 one two; A cache.example.two. 10.0.0.1; find -> 10.0.0.1:11211; asked -> A cache.example.one. AAAA cache.example.one. A cache.example.two.
        # JNDI and others write an address in different ways; Tomcats must come to the same ids
        AAAA cache.example. fd00::7; find -> [fd00:0:0:0:0:0:0:7]:11211
        AAAA cache.example. FD00:0:0:0:0:0:0:7; find -> [fd00:0:0:0:0:0:0:7]:11211
        AAAA cache.example. fd00:0000::0007; find -> [fd00:0:0:0:0:0:0:7]:11211
        # of both families: those of IPv6 are not asked for, and are no answer before the third if others were in use
        A cache.example. 10.0.0.1; AAAA cache.example. fd00::1; find -> 10.0.0.1:11211; asked -> A cache.example.
        A cache.example. 10.0.0.1; AAAA cache.example. fd00::1; find -> 10.0.0.1:11211; A cache.example.; twice there are no addresses but those of IPv6, and nodes of IPv4 are in use; find -> [fd00:0:0:0:0:0:0:1]:11211
        AAAA cache.example. fd00::1; A cache.example. 10.0.0.1; find -> 10.0.0.1:11211; A cache.example.; twice there are no addresses but those of IPv6, and nodes of IPv4 are in use; A cache.example. 10.0.0.1; find -> 10.0.0.1:11211; A cache.example.; twice there are no addresses but those of IPv6, and nodes of IPv4 are in use
        AAAA cache.example. fd00::1; find -> [fd00:0:0:0:0:0:0:1]:11211; A cache.example. 10.0.0.1; twice there are addresses of IPv4, and nodes of IPv6 are in use; find -> 10.0.0.1:11211
        # ---- targets: ids are their first labels, such as the names of the pods of a StatefulSet, if these differ ----
        srv; SRV memcached-1.memcached.svc memcached-0.memcached.svc; nodes -> memcached-0(memcached-0.memcached.svc:11211) memcached-1(memcached-1.memcached.svc:11211)
        srv; SRV cache.east.example cache.west.example n1.example:1; find -> cache.east.example:11211 cache.west.example:11211 n1
        srv; SRV localhost localhost:11212; find -> localhost:11211 localhost:11212
        # resolvers may answer in the case of the question, or in one of their own
        srv; SRV CACHE1.Example; nodes -> cache1(cache1.example:11211); SRV cache1.example; nodes -> cache1(cache1.example:11211)
        srv; search 9 corp; SRV-in-corp a.corp; find -> a
        srv; find -> the name has no SRV record
        # of both families each target is one node; one without an address, of a pod that starts again, counts as lost
        srv; SRV a.example b.example; A a.example. 1; A b.example. 1; AAAA a.example. 1; AAAA b.example. 1; find -> a b
        srv; SRV a.example b.example; AAAA a.example. 1; AAAA b.example. 1; find -> a b
        srv; SRV a.example b.example; A a.example. 1; find -> a b
        # those of IPv6 alone are no answer before the third if others were in use
        srv; A a4.example. 1; A b4.example. 1; AAAA a6.example. 1; AAAA b6.example. 1; SRV a4.example b4.example a6.example b6.example; find -> a4 b4; SRV a6.example b6.example; twice there are no addresses but those of IPv6, and nodes of IPv4 are in use; find -> a6 b6
        srv; A a4.example. 1; A b4.example. 1; AAAA a6.example. 1; SRV a4.example b4.example; find -> a4 b4; SRV a6.example; twice there are no addresses but those of IPv6, and nodes of IPv4 are in use; find -> a6
        # no target has an address while all pods start again: that says nothing about the family
        srv; A a.example. 1; A b.example. 1; SRV a.example b.example; find -> a b; A a.example.; A b.example.; find -> a b; find -> a b; find -> a b; A a.example. 1; A b.example. 1; find -> a b
        """
        .lines()
        .filter(line -> !line.startsWith("#"));
  }

  @ParameterizedTest
  @MethodSource("scenes")
  void findWhenThereAreTheseRecordsThenTheseAreTheNodes(String scene) {
    for (String step : scene.split("; ")) {
      String[] sides = step.split(" -> ");
      String[] words = sides[0].split(" ");
      List<String> rest = List.of(words).subList(1, words.length);
      switch (words[0]) {
        case "A", "AAAA" -> records.put(words[0] + " " + words[1], rest.subList(1, rest.size()));
        case "SRV" -> records.put("SRV " + SERVICE + ".", targets(rest));
        case "SRV-in-corp" -> records.put("SRV " + SERVICE + ".corp.", targets(rest));
        case "search" ->
            search = new SearchList(rest.subList(1, rest.size()), Integer.parseInt(words[1]));
        case "srv" -> finder = srv(this::answer);
        case "zones" -> finder = dns(Integer.parseInt(words[1]), this::answer);
        case "find" -> assertEquals(sides[1], found(NodeAddress::id), step);
        case "nodes" -> assertEquals(sides[1], found(NodeAddress::toString), step);
        case "names" -> assertEquals(sides[1], found(NodeAddress::certifiedName), step);
        case "asked" -> assertEquals(sides[1], String.join(" ", asked), step);
        case "twice" -> {
          assertEquals(String.join(" ", rest), found(NodeAddress::id), step);
          assertEquals(String.join(" ", rest), found(NodeAddress::id), step);
        }
        default -> throw new IllegalArgumentException(step);
      }
    }
  }

  private static List<String> targets(List<String> hosts) {
    return hosts.stream()
        .map(host -> host.contains(":") ? host.split(":") : new String[] {host, "11211"})
        .map(host -> "0 50 %s %s.".formatted(host[1], host[0]))
        .toList();
  }

  private String found(Function<NodeAddress, String> shown) {
    try {
      return finder.find().stream().map(shown).collect(Collectors.joining(" "));
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    }
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
  void findWhenATargetIsWrongThenTheWholeAnswerIsRefused(String wrong) {
    records.put("SRV " + SERVICE + ".", List.of("0 0 11211 a.example.", wrong));
    finder = srv(this::answer);

    assertEquals(-1, refused().chars().filter(c -> c < ' ').findFirst().orElse(-1));
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
  void findWhenThereAreTooManyRecordsThenTheAnswerIsRefused() throws IOException {
    records.put("A cache.example.", addresses(DiscoverySettings.MOST_NODES));
    assertEquals(DiscoverySettings.MOST_NODES, finder.find().size());

    records.put("A cache.example.", addresses(10_000));
    assertEquals("the answer names more than 100 nodes", refused());

    records.put(
        "SRV " + SERVICE + ".",
        IntStream.range(0, 10_000).mapToObj("0 0 11211 n%d.example."::formatted).toList());
    finder = srv(this::answer);
    assertEquals("the answer names more than 100 nodes", refused());
  }

  private static List<String> addresses(int count) {
    return IntStream.range(0, count)
        .mapToObj(number -> "10.1.%d.%d".formatted(number / 256, number % 256))
        .toList();
  }

  @Test
  void findWhenTheServerFailsThenNoOtherNameIsTried() {
    search = new SearchList(List.of("one"), 1);
    finder =
        dns(
            (name, type) -> {
              asked.add(type + " " + name);
              throw new IOException("no DNS server answers");
            });

    assertEquals("no DNS server answers", refused());
    assertEquals(List.of("A cache.example."), asked);
  }

  /**
   * As Kubernetes' DNS answers: two addresses for each pod, and where pods have no host name a
   * target for each address.
   */
  @Test
  void findWhenARealServerHasAServiceWithTwoAddressesPerPodThenEachPodIsOneNode()
      throws IOException {
    try (DnsServer server = DnsServer.start()) {
      server.addresses(NAME, "10.0.0.1", "fd00::1", "10.0.0.2", "fd00::2");
      server.set(
          SERVICE,
          DnsRecord.service("10-0-0-1.cache.example", 11_211),
          DnsRecord.service("10-0-0-2.cache.example", 11_311),
          DnsRecord.service("fd00--1.cache.example", 11_211));
      server.addresses("10-0-0-1.cache.example", "10.0.0.1");
      server.addresses("10-0-0-2.cache.example", "10.0.0.2");
      server.addresses("fd00--1.cache.example", "fd00::1");

      finder = dns(JdkDns.of(server.address()));
      assertEquals("10.0.0.1:11211 10.0.0.2:11211", found(NodeAddress::id));
      finder = srv(JdkDns.of(server.address()));
      assertEquals(
          List.of(
              new NodeAddress("10-0-0-1", "10-0-0-1.cache.example", 11_211),
              new NodeAddress("10-0-0-2", "10-0-0-2.cache.example", 11_311)),
          finder.find());
    }
  }

  private Finder dns(DnsRecords source) {
    return new DnsNodes(
            new DiscoverySettings(Kind.DNS, NAME, 11_211, Duration.ofSeconds(1)),
            source,
            () -> search)
        ::find;
  }

  /** Names of two zones. */
  private Finder dns(int portOfB, DnsRecords source) {
    List<Source> zones =
        List.of(new Source("cache-a", 11_211, "a"), new Source("cache-b", portOfB, "b"));
    return new DnsNodes(
            new DiscoverySettings(Kind.DNS, zones, Engine.MEMCACHED, Duration.ofSeconds(1)),
            source,
            () -> search)
        ::find;
  }

  private Finder srv(DnsRecords source) {
    return new SrvNodes(SERVICE, source, () -> search)::find;
  }

  private List<String> answer(String name, String type) {
    asked.add(type + " " + name);
    return records.getOrDefault(type + " " + name, List.of());
  }

  private String refused() {
    return String.valueOf(assertThrows(IOException.class, finder::find).getMessage());
  }
}
