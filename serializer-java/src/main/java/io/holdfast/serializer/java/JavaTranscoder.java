package io.holdfast.serializer.java;

import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.serializer.jdk.JdkSerialization;
import io.holdfast.serializer.limits.RoundTripChecks;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Encodes whole graphs with JDK serialization. */
final class JavaTranscoder implements Transcoder {

  private final JdkSerialization serialization;
  private final RoundTripChecks proven;

  JavaTranscoder(TranscoderContext context) {
    this.serialization = new JdkSerialization(context);
    this.proven = new RoundTripChecks(context.filter());
  }

  @Override
  public byte[] encode(Object graph) {
    RoundTripChecks.Trial trial = proven.trial();
    byte[] bytes = serialization.write(graph, trial);
    check(graph, trial, bytes);
    return bytes;
  }

  @Override
  public @Nullable List<byte[]> encodeApart(List<Object> roots) {
    List<RoundTripChecks.Trial> trials = roots.stream().map(root -> proven.trial()).toList();
    List<byte[]> graphs = serialization.writeApart(roots, trials);
    for (int i = 0; graphs != null && i < graphs.size(); i++) {
      check(roots.get(i), trials.get(i), graphs.get(i));
    }
    return graphs;
  }

  private void check(Object graph, RoundTripChecks.Trial trial, byte[] bytes) {
    trial.finish(graph, () -> serialization.readBack(bytes), this::roundTrip);
  }

  private void roundTrip(Object part) {
    serialization.readBack(serialization.write(part, proven.trial()));
  }

  @Override
  public Object decode(byte[] bytes) {
    return decode(bytes, 0, bytes.length);
  }

  @Override
  public Object decode(byte[] bytes, int start, int length) {
    return serialization.read(bytes, start, length);
  }
}
