package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.spymemcached.SpymemcachedTranscoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.core.transcoder.kit.Filters;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.io.Serializable;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import net.spy.memcached.CachedData;
import net.spy.memcached.MemcachedClient;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each serializer with the client library as a program uses it that knows nothing of sessions. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SpymemcachedTest {

  private static final String ALLOWED = "io.holdfast.serializer.tests.**";

  private final MemcachedNode node = MemcachedNodes.start();
  private MemcachedClient client;

  /** What a program may keep. */
  private record Ticket(String user, List<String> services) implements Serializable {}

  @BeforeAll
  void connect() throws IOException {
    client =
        new MemcachedClient(new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()));
  }

  @AfterAll
  void stop() {
    client.shutdown();
    node.close();
  }

  private static SpymemcachedTranscoder transcoder(String name, String allowed) {
    ClassLoader loader = SpymemcachedTest.class.getClassLoader();
    return new SpymemcachedTranscoder(
        TranscoderFactories.find(name, loader),
        TranscoderContext.of(Filters.ofLoader(loader, allowed)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "kryo", "xstream", "javolution"})
  void getWhenAnObjectWasSetThenItIsEqual(String name)
      throws ExecutionException, InterruptedException {
    SpymemcachedTranscoder transcoder = transcoder(name, ALLOWED);
    Ticket ticket = new Ticket("ann", List.of("mail", "wiki"));

    assertTrue(client.set("ticket-" + name, 60, ticket, transcoder).get());

    assertEquals(ticket, client.get("ticket-" + name, transcoder));
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "kryo", "xstream", "javolution"})
  void encodeWhenAClassIsDeniedThenSaysSo(String name) {
    SpymemcachedTranscoder transcoder = transcoder(name, "!" + Ticket.class.getName());

    TranscoderException refusal =
        assertThrows(
            TranscoderException.class, () -> transcoder.encode(new Ticket("ann", List.of())));

    assertTrue(
        Objects.requireNonNull(refusal.getMessage()).contains("Ticket"), refusal::getMessage);
  }

  @ParameterizedTest
  @ValueSource(strings = {"java", "kryo", "xstream", "javolution"})
  void decodeWhenAnyByteIsWrongThenIsAbsent(String name) {
    SpymemcachedTranscoder transcoder = transcoder(name, ALLOWED);
    byte[] sound = transcoder.encode(new Ticket("ann", List.of("mail"))).getData();

    for (int i = 0; i < sound.length; i++) {
      byte[] damaged = sound.clone();
      damaged[i] ^= 0x10;
      assertNull(transcoder.decode(new CachedData(0, damaged, damaged.length)), "byte " + i);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"kryo", "xstream", "javolution"})
  void decodeWhenAnotherSerializerWroteThenIsAbsent(String name) {
    CachedData written = transcoder("java", ALLOWED).encode(new Ticket("ann", List.of()));

    assertNull(transcoder(name, ALLOWED).decode(written));
  }
}
