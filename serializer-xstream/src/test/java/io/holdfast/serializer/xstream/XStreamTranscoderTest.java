package io.holdfast.serializer.xstream;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.serializer.graph.GraphTranscoderKit;

final class XStreamTranscoderTest extends GraphTranscoderKit {

  @Override
  protected TranscoderFactory factory() {
    return new XStreamTranscoderFactory();
  }
}
