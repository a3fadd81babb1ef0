package io.holdfast.serializer.kryo;

import io.holdfast.core.transcoder.TranscoderFactory;
import io.holdfast.core.transcoder.kit.FidelityKit;
import java.util.Set;
import org.junit.jupiter.api.Nested;

final class KryoTranscoderTest {

  @Nested
  final class Fidelity extends FidelityKit {

    @Override
    protected TranscoderFactory factory() {
      return new KryoTranscoderFactory();
    }

    @Override
    protected Set<String> refused() {
      return Set.of();
    }
  }
}
