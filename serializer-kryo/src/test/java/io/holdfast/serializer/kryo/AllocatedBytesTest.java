package io.holdfast.serializer.kryo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.kit.Filters;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/**
 * What writing a session allocates beside its bytes. A sticky session is written at each request
 * that read an attribute, so that this is garbage of each request.
 */
class AllocatedBytesTest {

  private static final int ATTRIBUTES = 20;
  private static final int TIMES = 200;

  /** 556 were seen; 948 before what few graphs need was made when one needs it. */
  private static final long MOST_FOR_AN_ATTRIBUTE = 600;

  private static List<Object> attributes() {
    List<Object> attributes = new ArrayList<>();
    for (int i = 0; i < ATTRIBUTES; i++) {
      Map<String, String> attribute = new HashMap<>();
      for (int key = 0; key < 5; key++) {
        attribute.put("key" + key, "value".repeat(18) + i);
      }
      attributes.add(attribute);
    }
    return attributes;
  }

  private static long allocated() {
    return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
  }

  @Test
  void encodeApartWhenAttributesAreSmallMapsThenLittleIsAllocatedBesideTheirBytes() {
    Transcoder transcoder =
        new KryoTranscoderFactory()
            .create(
                TranscoderContext.of(
                    Filters.ofLoader(AllocatedBytesTest.class.getClassLoader(), "")));
    List<Object> attributes = attributes();
    long written = 0;
    long before = 0;
    for (int i = -TIMES;
        i < TIMES;
        i++) { // the first ones load classes, and prove what is readable
      if (i == 0) {
        written = 0;
        before = allocated();
      }
      List<byte[]> graphs = Objects.requireNonNull(transcoder.encodeApart(attributes));
      assertEquals(ATTRIBUTES, graphs.size());
      for (byte[] graph : graphs) {
        written += graph.length;
      }
    }

    long forEach = (allocated() - before - written) / TIMES / ATTRIBUTES;

    assertTrue(forEach <= MOST_FOR_AN_ATTRIBUTE, () -> forEach + " bytes for each attribute");
  }
}
