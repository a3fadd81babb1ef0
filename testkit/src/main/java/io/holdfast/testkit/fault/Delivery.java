package io.holdfast.testkit.fault;

import java.time.Duration;
import java.util.List;

/**
 * What the receiver gets of bytes that go through the line.
 *
 * @param pieces the bytes that arrive, in this order; empty if none do
 * @param delay how much later than without a fault
 * @param ending what happens to the connection then
 */
record Delivery(List<byte[]> pieces, Duration delay, Ending ending) {

  /** What happens to a connection. */
  enum Ending {
    NONE,
    /** Nothing goes this way any more, and neither side is told. */
    STALLED,
    /** The receiver reads the end of the stream, and can still send. */
    HALF_CLOSED,
    CLOSED,
    /** The receiver gets an error, as from a machine that knows nothing of the connection. */
    RESET
  }

  Delivery {
    pieces = List.copyOf(pieces);
  }

  /** Arrives as it is. */
  static Delivery of(byte[] bytes) {
    return new Delivery(List.of(bytes), Duration.ZERO, Ending.NONE);
  }

  Delivery with(List<byte[]> other) {
    return new Delivery(other, delay, ending);
  }

  Delivery later(Duration time) {
    return new Delivery(pieces, delay.plus(time), ending);
  }

  Delivery then(Ending end) {
    return new Delivery(pieces, delay, end);
  }

  /** How many bytes arrive. */
  int size() {
    return pieces.stream().mapToInt(piece -> piece.length).sum();
  }
}
