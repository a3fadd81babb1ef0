package io.holdfast.serializer.tests;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.serializer.java.JavaTranscoderFactory;
import io.holdfast.serializer.javolution.JavolutionTranscoderFactory;
import io.holdfast.serializer.kryo.KryoTranscoderFactory;
import io.holdfast.serializer.xstream.XStreamTranscoderFactory;
import io.holdfast.sessions.engine.SessionContainmentKit;
import org.junit.jupiter.api.Nested;

/** With each serializer, an attribute that misbehaves costs itself and not its session. */
final class SessionContainmentTest {

  @Nested
  final class Java extends SessionContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavaTranscoderFactory();
    }
  }

  @Nested
  final class Kryo extends SessionContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }
  }

  @Nested
  final class XStream extends SessionContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }
  }

  @Nested
  final class Javolution extends SessionContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavolutionTranscoderFactory();
    }
  }
}
