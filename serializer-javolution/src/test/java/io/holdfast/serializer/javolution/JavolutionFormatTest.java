package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.CorruptionKit;
import io.holdfast.core.transcoder.kit.DenialKit;
import io.holdfast.core.transcoder.kit.GadgetKit;
import io.holdfast.core.transcoder.kit.LimitsKit;
import io.holdfast.serializer.graph.HostileBytesKit;
import io.holdfast.serializer.graph.RoundTripKit;
import org.junit.jupiter.api.Nested;

/**
 * What its bytes keep, and what hostile ones can do. Which graphs it takes is asked in a build of
 * XStream, whose graphs are written by the same classes, and here each night.
 */
final class JavolutionFormatTest {

  @Nested
  final class Corruption extends CorruptionKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavolutionTranscoderFactory();
    }
  }

  @Nested
  final class Denial extends DenialKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavolutionTranscoderFactory();
    }
  }

  @Nested
  final class Gadget extends GadgetKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavolutionTranscoderFactory();
    }
  }

  @Nested
  final class Limits extends LimitsKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavolutionTranscoderFactory();
    }
  }

  @Nested
  final class HostileBytes extends HostileBytesKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavolutionTranscoderFactory();
    }
  }

  @Nested
  final class RoundTrip extends RoundTripKit {

    @Override
    protected TranscoderFactory factory() {
      return new JavolutionTranscoderFactory();
    }
  }
}
