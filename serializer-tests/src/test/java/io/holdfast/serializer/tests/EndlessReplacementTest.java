package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.Serializable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** Two classes; each names one of the other to be written for it: JDK serialization hangs. */
final class EndlessReplacementTest {

  static final List<Serializer> OTHERS = Serializer.ALL.subList(1, 4);

  private static final class Ping implements Serializable {

    private static final long serialVersionUID = 1L;

    private Object writeReplace() {
      return new Pong();
    }
  }

  private static final class Pong implements Serializable {

    private static final long serialVersionUID = 1L;

    private Object writeReplace() {
      return new Ping();
    }
  }

  /** Reads itself, so that JDK serialization writes it. */
  private static final class Node implements Serializable {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("UnusedVariable")
    private final Object held = new Ping();

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
      in.defaultReadObject();
    }
  }

  @ParameterizedTest
  @FieldSource("OTHERS")
  @Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void encodeWhenEachNamesTheOtherThenIsRefused(Serializer serializer) {
    Transcoder transcoder = serializer.transcoder();
    for (Object endless : List.of(new Ping(), new Node())) {
      Object session = new HashMap<>(Map.of("a", endless));

      TranscoderException e =
          assertThrows(TranscoderException.class, () -> transcoder.encode(session));

      String message = String.valueOf(e.getMessage());
      assertEquals(Reason.UNWRITABLE, e.reason(), message);
      assertTrue(message.contains(Ping.class.getName()), message);
      assertTrue(message.contains("[\"a\"]"), message);
    }
  }
}
