package io.holdfast.sessions.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.holdfast.core.config.Granularity;
import io.holdfast.core.log.QuietLog;
import io.holdfast.core.metrics.Metric;
import io.holdfast.core.storage.FaultyStore;
import io.holdfast.core.storage.StoredValue;
import io.holdfast.core.storage.TimeToLive;
import io.holdfast.core.storage.WriteCondition;
import io.holdfast.sessions.model.JdkTranscoder;
import io.holdfast.sessions.model.Nodes;
import io.holdfast.testkit.document.TrialTable;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A record with any one bit wrong, or cut anywhere, is none for the Tomcat that takes over. */
@ExtendWith(QuietLog.class)
final class BadRecordsTest {

  private static final TrialTable TABLE =
      new TrialTable(Path.of("../docs/reliability.md"), "bad input");
  private static final String KEY = "a";

  private final Nodes nodes = new Nodes("n1");
  private final EngineTomcat owner = sticky("t1");
  private final EngineTomcat other = sticky("t2");

  private EngineTomcat sticky(String name) {
    return EngineTomcat.sticky(
        nodes.stores(),
        1,
        Granularity.SESSION,
        new JdkTranscoder(),
        new Random(name.hashCode()),
        nodes.clock);
  }

  @Test
  void takeOverWhenABitIsWrongThenNoSessionAndCounted() {
    byte[] record = stored();

    for (int bit = 0; bit < record.length * 8; bit++) {
      byte[] damaged = record.clone();
      damaged[bit / 8] ^= (byte) (1 << (bit % 8));
      put(damaged);
      assertNull(other.begin(KEY), "bit " + bit);
    }

    check("records with one bit wrong", record.length * 8);
    put(record);
    assertNotNull(other.begin(KEY));
  }

  @Test
  void takeOverWhenCutThenNoSessionAndCounted() {
    byte[] record = stored();

    for (int length = 0; length < record.length; length++) {
      put(Arrays.copyOf(record, length));
      assertNull(other.begin(KEY), "length " + length);
    }

    check("records cut short", record.length);
  }

  private void check(String what, int tried) {
    assertEquals(tried, other.count(Metric.LOADS_UNREADABLE));
    TABLE.check(what, tried, "absent: a fresh session; counted, one warning a minute of each kind");
  }

  private byte[] stored() {
    FakeInstance session = owner.create(KEY);
    session.set("value", "value");
    owner.end(session);
    StoredValue value = node().load(KEY).join();
    assertNotNull(value);
    return value.bytes();
  }

  private void put(byte[] bytes) {
    node().store(KEY, bytes, TimeToLive.UNLIMITED, WriteCondition.always()).join();
  }

  private FaultyStore node() {
    return nodes.get("n1");
  }
}
