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

    @Override
    protected String tooHeavy() {
      return "addresses that share a text";
    }
  }

  @Nested
  final class Kryo extends SessionContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }

    @Override
    protected String tooHeavy() {
      return "tables";
    }
  }

  @Nested
  final class XStream extends SessionContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new XStreamTranscoderFactory();
    }

    @Override
    protected String tooHeavy() {
      return "wide objects";
    }
  }

  @Nested
  final class Javolution extends SessionContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavolutionTranscoderFactory();
    }

    @Override
    protected String tooHeavy() {
      return "wide objects";
    }
  }
}
