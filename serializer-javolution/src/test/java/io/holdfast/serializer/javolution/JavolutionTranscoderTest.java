package io.holdfast.serializer.javolution;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.serializer.graph.GraphTranscoderKit;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** All kits, each night. In a build {@link JavolutionFormatTest} has those of the bytes. */
@EnabledIfSystemProperty(named = "holdfast.lines", matches = "all")
final class JavolutionTranscoderTest extends GraphTranscoderKit {

  @Override
  protected TranscoderFactory factory() {
    return new JavolutionTranscoderFactory();
  }
}
