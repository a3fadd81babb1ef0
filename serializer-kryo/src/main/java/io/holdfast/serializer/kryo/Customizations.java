package io.holdfast.serializer.kryo;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Output;
import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * What customizers did to the format, step by step. A graph that depends on it starts with the
 * number of steps it depends on, and a fingerprint of them: a reader that did not take the same
 * steps would take one class for another.
 */
final class Customizations {

  private final List<String> steps = new ArrayList<>();

  /** Notes the next step, and returns its place. */
  int note(String step) {
    steps.add(step);
    return steps.size() - 1;
  }

  /** Marks a graph if it depends on steps. */
  void mark(Output output, int start, int used) {
    if (used > 0) {
      byte[] graph = Arrays.copyOfRange(output.getBuffer(), start, output.position());
      output.setPosition(start);
      output.writeByte(Kryo.NULL); // no graph starts with it
      output.writeVarInt(used, true);
      output.writeInt(fingerprint(used));
      output.writeBytes(graph);
    }
  }

  /**
   * Reads the mark if there is one.
   *
   * @return the number of steps that the graph depends on
   * @throws TranscoderException if they were not the steps taken here
   */
  int readMark(BoundedInput input) {
    if (input.remaining() == 0 || input.getBuffer()[input.position()] != Kryo.NULL) {
      return 0;
    }
    input.readByte();
    int used = input.readVarInt(true);
    int fingerprint = input.readInt();
    if (used <= 0 || used > steps.size() || fingerprint != fingerprint(used)) {
      throw new TranscoderException(
          Reason.UNREADABLE, "was written with another customConverter than there is here");
    }
    return used;
  }

  private int fingerprint(int count) {
    CRC32C sum = new CRC32C();
    for (String step : steps.subList(0, count)) {
      sum.update(step.getBytes(StandardCharsets.UTF_8));
      sum.update('\n');
    }
    return (int) sum.getValue();
  }
}
