package io.holdfast.core.discovery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.testkit.dns.DnsServer;
import io.holdfast.testkit.dns.DnsServer.Trouble;
import java.io.IOException;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A real DNS server, asked through the JDK. */
@Timeout(60)
final class JdkDnsTest {

  private final DnsServer server = DnsServer.start();
  private final DnsRecords dns = JdkDns.of(server.address());

  @AfterEach
  void stopServer() {
    server.close();
  }

  @Test
  void ofWhenTheNameHasAddressesThenTheirTexts() throws IOException {
    server.addresses("cache.example", "10.0.0.1", "10.0.0.2", "fd00::7");

    assertEquals(
        new TreeSet<>(List.of("10.0.0.1", "10.0.0.2")),
        new TreeSet<>(dns.of("cache.example.", "A")));
    assertEquals(1, dns.of("cache.example.", "AAAA").size());
  }

  @Test
  void ofWhenTheNameHasNoSuchRecordThenNone() throws IOException {
    server.addresses("cache.example", "10.0.0.1");

    assertEquals(List.of(), dns.of("cache.example.", "AAAA"));
  }

  @Test
  void ofWhenThereIsNoSuchNameThenNone() throws IOException {
    assertEquals(List.of(), dns.of("other.example.", "A"));
  }

  /** The JDK keeps addresses for 30 seconds elsewhere ({@code networkaddress.cache.ttl}). */
  @Test
  void ofWhenTheAddressChangesThenTheNextAnswerHasIt() throws IOException {
    server.addresses("cache.example", "10.0.0.1");
    assertEquals(List.of("10.0.0.1"), dns.of("cache.example.", "A"));

    server.addresses("cache.example", "10.0.0.2");

    assertEquals(List.of("10.0.0.2"), dns.of("cache.example.", "A"));
  }

  @Test
  void ofWhenTheServerFailsThenThatIsNoAnswer() {
    server.addresses("cache.example", "10.0.0.1");
    server.make(Trouble.FAILURE);

    IOException failure = assertThrows(IOException.class, () -> dns.of("cache.example.", "A"));

    assertEquals(
        "DNS gives no answer: \"DNS server failure [response code 2]\"", failure.getMessage());
  }

  @Test
  void ofWhenTheServerIsSilentThenItIsGivenUp() {
    server.make(Trouble.SILENT);

    IOException failure = assertThrows(IOException.class, () -> dns.of("cache.example.", "A"));

    assertEquals("no DNS server answers", failure.getMessage());
  }

  @Test
  void ofWhenThereAreVeryManyRecordsThenNotManyMoreThanAreBelievedAreMade() throws IOException {
    server.addresses(
        "cache.example",
        IntStream.range(0, 400)
            .mapToObj(number -> "10.1.%d.%d".formatted(number / 256, number % 256))
            .toArray(String[]::new));

    assertEquals(101, dns.of("cache.example.", "A").size());
  }

  /** The JDK's client reads zeros where a message has ended; no node has such an address. */
  @Test
  void ofWhenAnAnswerIsCutThenItIsRefusedAsAWhole() {
    server.addresses("cache.example", "10.0.0.1", "10.0.0.2");
    server.make(Trouble.CUT);

    IOException failure =
        assertThrows(
            IOException.class,
            () ->
                FoundNodes.checked(
                    new DnsNodes(
                            TestDiscovery.settings("cache.example", 1), dns, () -> SearchList.NONE)
                        .find()));

    assertEquals("the answer has an address that no node has: 0.0.0.0", failure.getMessage());
  }

  @ParameterizedTest
  @ValueSource(strings = {"10.0.0.1/evil", "a b", "dns://10.0.0.1", "10.0.0.1:", ","})
  void ofWhenAServerIsNoneThenTheErrorNamesTheProperty(String servers) {
    assertEquals(
        "-Dholdfast.dnsServers",
        assertThrows(ConfigurationException.class, () -> JdkDns.of(servers)).attribute());
  }
}
