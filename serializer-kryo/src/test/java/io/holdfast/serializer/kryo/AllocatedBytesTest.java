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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What writing a session allocates beside its bytes. A sticky session is written at each request
 * that read an attribute, so that this is garbage of each request.
 */
class AllocatedBytesTest {

  private static final int ATTRIBUTES = 20;
  private static final int TIMES = 200;

  /** 6 were seen, 556 while each graph had budgets and copies of its own. */
  private static final long MOST_FOR_AN_ATTRIBUTE = 16;

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

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void encodeEachWhenAttributesAreSmallMapsThenHardlyAnythingIsAllocated(boolean isApart) {
    Transcoder transcoder =
        new KryoTranscoderFactory()
            .create(
                TranscoderContext.of(
                    Filters.ofLoader(AllocatedBytesTest.class.getClassLoader(), "")));
    List<Object> attributes = attributes();
    long before = 0;
    for (int i = -TIMES;
        i < TIMES;
        i++) { // the first ones load classes, and prove what is readable
      if (i == 0) {
        before = allocated();
      }
      Integer first = transcoder.encodeEach(attributes, isApart, graphs -> graphs.start(0));
      assertEquals(0, first);
    }

    long forEach = (allocated() - before) / TIMES / ATTRIBUTES;

    assertTrue(forEach <= MOST_FOR_AN_ATTRIBUTE, () -> forEach + " bytes for each attribute");
  }
}
