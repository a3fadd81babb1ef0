package io.holdfast.valkey;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ClusterCopy;
import io.holdfast.core.config.Engine;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.ServerAddress;
import io.holdfast.core.log.CapturedLog;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a cluster says of its slots, and in which of them keys lie. */
final class ClusterMapTest {

  static NodeAddress copy(int number, int... ports) {
    List<ServerAddress> seeds =
        Arrays.stream(ports).mapToObj(port -> new ServerAddress("127.0.0.1", port)).toList();
    return new NodeAddress(
        "copy" + number,
        "127.0.0.1",
        ports[0],
        "127.0.0.1",
        null,
        Engine.VALKEY,
        null,
        new ClusterCopy(seeds, number));
  }

  private static List<Object> range(long first, long last, String host, long port) {
    List<Object> server =
        List.of(host.getBytes(StandardCharsets.US_ASCII), port, new byte[40], List.of());
    return List.of(first, last, server);
  }

  @Test
  void tagsWhenOfAnySlotThenOneLiesInIt() {
    for (int slot = 0; slot < Slots.COUNT; slot++) {
      String tag = Slots.TAGS[slot];
      assertNotNull(tag);
      assertEquals(slot, Slots.checksum(tag, tag.length()));
    }
  }

  /** As the specification has it, and servers. */
  @Test
  void checksumWhenOfDigitsThenThatOfTheSpecification() {
    assertEquals(0x31c3, Slots.checksum("123456789", 9));
  }

  @Test
  void ofWhenCopiesThenHalfTheSlotsApartAndANoteOfUseAndALeaseBesideTheirRecord() {
    Slots first = new Slots(copy(1, 1));
    Slots second = new Slots(copy(2, 1));

    assertEquals((first.of("k") + Slots.COUNT / 2) % Slots.COUNT, second.of("k"));
    assertEquals(first.of("k"), first.of("k:a"));
    assertEquals(first.of("k"), first.of("k:l"));
    assertEquals(first.of("k:0"), Slots.checksum("k:0", 3), "a part of it");
    assertEquals(first.of("x"), Slots.checksum("x", 1));
    assertTrue(first.tagged("k").matches("\\{[^{}]{1,3}}k"), first.tagged("k"));
  }

  @Test
  void takeWhenAPrimaryHasLostItsSlotsThenNamed() throws IOException {
    ClusterMap map = new ClusterMap(copy(1, 1));

    assertNull(map.take(List.of(range(0, 8_191, "a", 1), range(8_192, 16_383, "b", 2)), "x"));
    assertEquals(new ServerAddress("a", 1), map.ownerOf(8_191));
    assertEquals(
        new ServerAddress("b", 2),
        map.take(List.of(range(0, 8_191, "a", 1), range(8_192, 16_383, "c", 3)), "x"));
    assertEquals(new ServerAddress("c", 3), map.ownerOf(8_192));
  }

  @Test
  void takeWhenTheHostIsLeftOutThenThatOfTheServerThatWasAsked() throws IOException {
    ClusterMap map = new ClusterMap(copy(1, 1));

    var unused = map.take(List.of(range(0, 16_383, "", 7)), "10.0.0.1");

    assertEquals(new ServerAddress("10.0.0.1", 7), map.ownerOf(5));
  }

  @Test
  void takeWhenBothCopiesLieOnOneShardThenToldOnceEachTimeWithTheShare() throws IOException {
    ClusterMap map = new ClusterMap(copy(1, 1));
    ClusterMap ofSecond = new ClusterMap(copy(2, 1));
    List<Object> apart = List.of(range(0, 8_191, "a", 1), range(8_192, 16_383, "b", 2));
    List<Object> moved = List.of(range(0, 9_010, "a", 1), range(9_011, 16_383, "b", 2));
    try (CapturedLog log = new CapturedLog(ClusterMap.class)) {
      for (List<Object> slots : List.of(apart, moved, moved)) {
        var unused = map.take(slots, "x");
        unused = ofSecond.take(slots, "x");
      }

      assertEquals(
          List.of(
              "Valkey cluster [127.0.0.1:1]: both copies of 10.0 % of the sessions lie on one shard;"
                  + " move slots so that each is on another shard than the one 8192 above it."),
          log.warnings());

      var unused = map.take(apart, "x");
      unused = map.take(moved, "x");
      assertEquals(2, log.warnings().size());
    }
  }

  @Test
  void takeWhenItIsNonsenseThenRefusedAndTheFormerMapStays() throws IOException {
    ClusterMap map = new ClusterMap(copy(1, 1));
    var unused = map.take(List.of(range(0, 16_383, "a", 1)), "x");

    for (Object reply :
        List.of(
            "OK",
            List.of("OK"),
            List.of(List.of(0L, 1L)),
            List.of(range(0, 16_384, "b", 1)),
            List.of(range(-1, 5, "b", 1)),
            List.of(range(0, 5, "b", 0)),
            List.of(range(0, 5, "b", 65_536)),
            List.of(range(0, 5, "b/..", 1)),
            new ReplyError("ERR This instance has cluster support disabled"))) {
      assertThrows(IOException.class, () -> map.take(reply, "x"), String.valueOf(reply));
    }

    assertEquals(new ServerAddress("a", 1), map.ownerOf(0));
  }

  @ParameterizedTest
  @CsvSource({
    "MOVED 3999 127.0.0.1:6381, 3999, 127.0.0.1:6381",
    "ASK 0 ::1:6381, 0, [::1]:6381",
    "MOVED 3999 :6381, 3999, asked:6381",
    "MOVED 16384 a:1, -1, a:1",
    "MOVED, -1,",
    "MOVED x y, -1,",
    "MOVED 1 a:99999, 1,",
    "MOVED 1 a b:1, 1,"
  })
  void targetWhenAnErrorSendsOnThenItsServer(String line, int slot, String server) {
    ReplyError error = new ReplyError(line);

    assertEquals(slot, ClusterMap.slot(error));
    ServerAddress target = ClusterMap.target(error, "asked");
    assertEquals(server, target == null ? null : target.toString());
  }
}
