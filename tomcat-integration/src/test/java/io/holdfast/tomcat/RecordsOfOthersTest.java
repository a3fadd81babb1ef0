package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.http.Response;
import io.holdfast.testkit.memcached.NodeProbe;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.catalina.core.StandardContext;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * memcached-session-manager gave way to Holdfast while users were logged in: its entries are still
 * on the node, under keys that are Holdfast's too, and its ids in cookies.
 */
@Timeout(120)
class RecordsOfOthersTest extends WithOneNode {

  private static final String ID = "0123456789ABCDEF0123456789ABCDEF";

  /** As spymemcached marks an array of bytes, and one that is compressed. */
  private static final List<Integer> FLAGS = List.of(8 << 8, (8 << 8) | 2);

  static Stream<Arguments> idsInEachMode() {
    return Stream.of("sticky", "none", "optimistic", "all", "auto")
        .flatMap(
            mode ->
                Stream.of(ID, ID + ".t1", ID + ".t2", ID + "-n1", ID + "-n1.t1")
                    .map(id -> Arguments.of(mode, id)));
  }

  @ParameterizedTest
  @MethodSource("idsInEachMode")
  void clientWhenItsSessionIsOneOfMsmThenGetsANewOneThatMovesOn(String mode, String id) {
    fill(id);
    PageTomcat t1 = start("t1", mode, context -> {});
    PageTomcat t2 = start("t2", mode, context -> {});
    browser.setCookie("JSESSIONID", id);

    assertEquals("no session", answer(t1, "show fruit"));
    assertEquals("done", answer(t1, "set fruit apple"));

    assertFalse(id(browser).startsWith(ID), id(browser));
    assertEquals("apple", answer(t2, "show fruit"));
    assertEquals("apple", answer(t1, "show fruit"));
  }

  /** As where several applications have one id: the new session has the key of the former one. */
  @ParameterizedTest
  @MethodSource("idsInEachMode")
  void clientWhenTheNewSessionHasTheIdThenItTakesThePlaceOfMsms(String mode, String id) {
    fill(id);
    Consumer<StandardContext> oneIdForAll =
        context -> {
          context.setSessionCookiePath("/");
          context.setValidateClientProvidedNewSessionId(false);
        };
    PageTomcat t1 = start("t1", mode, oneIdForAll);
    PageTomcat t2 = start("t2", mode, oneIdForAll);
    browser.setCookie("JSESSIONID", id);

    assertEquals("done", answer(t1, "set fruit apple"));

    assertEquals(ID, id(browser).substring(0, ID.length()));
    assertEquals("apple", answer(t2, "show fruit"));
    assertEquals("done", answer(t2, "set fruit apple"));
    assertEquals("apple", answer(t1, "show fruit"));
  }

  private String answer(PageTomcat tomcat, String way) {
    Response response = tomcat.get(browser, way);
    assertEquals(200, response.status(), response.body());
    return response.body();
  }

  /** What memcached-session-manager has of a session, with and without the node and the route. */
  private void fill(String id) {
    NodeProbe probe = node.probe();
    byte[] entry = entryOf(id);
    int flags = FLAGS.get(id.length() % FLAGS.size());
    for (String each : List.of(id, id.replaceFirst("[.].*", ""))) {
      probe.set(each, flags, 600, entry);
      probe.set("validity:" + each, flags, 600, ByteBuffer.allocate(20).array());
      probe.set("bak:" + each, flags, 600, entry);
      probe.set("lock:" + each, 0, 600, "locked".getBytes(StandardCharsets.US_ASCII));
    }
    Await.until("it is there", () -> probe.get(id) != null);
  }

  /** The header of memcached-session-manager, and attributes that Java has serialized. */
  private static byte[] entryOf(String id) {
    byte[] name = id.getBytes(StandardCharsets.US_ASCII);
    long now = System.currentTimeMillis();
    return ByteBuffer.allocate(32 + name.length + 4)
        .putShort((short) (32 + name.length))
        .putLong(now)
        .putLong(now)
        .putInt(1_800)
        .put((byte) '0')
        .put((byte) '1')
        .putLong(now)
        .put(name)
        .putInt(0xACED0005)
        .array();
  }

  private PageTomcat start(String name, String mode, Consumer<StandardContext> more) {
    return start(
        name,
        settings(mode).set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(20)),
        page,
        more);
  }
}
