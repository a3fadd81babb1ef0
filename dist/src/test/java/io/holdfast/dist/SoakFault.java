package io.holdfast.dist;

import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;

/**
 * What a soak does to one node for a while.
 *
 * @param title for the report
 * @param start begins it
 * @param end after which the node and the line to it are whole again
 */
record SoakFault(String title, Consumer<SoakNode> start, Consumer<SoakNode> end) {

  /** All kinds. */
  static final List<SoakFault> ALL =
      List.of(
          new SoakFault("killed, comes back empty", n -> n.node().kill(), n -> n.node().start()),
          new SoakFault("frozen (SIGSTOP)", n -> n.node().freeze(), n -> n.node().thaw()),
          new SoakFault("connections refused", n -> n.proxy().down(), n -> n.proxy().heal()),
          answers("20 to 60 ms late", 1, new Fault.Latency(millis(20), millis(40))),
          answers("later than operationTimeout", 1, new Fault.Latency(millis(600), millis(0))),
          answers("narrow, 100 KB a second", 1, new Fault.Bandwidth(100_000)),
          answers("in pieces of 7 bytes", 1, new Fault.Slicer(7)),
          answers("ending without a word, 5 %", 0.05, new Fault.Timeout()),
          answers("replaced by a reset, 5 %", 0.05, new Fault.ResetPeer()),
          answers("replaced by a half-close, 5 %", 0.05, new Fault.HalfClose()),
          answers("cut after 11 bytes, 5 %", 0.05, new Fault.LimitData(11)),
          answers("with one bit flipped, 10 %", 0.1, new Fault.Corrupt()),
          answers("replaced by an error, 20 %", 0.2, new Fault.Wrong("SERVER_ERROR full\r\n")),
          onLine(
              "commands ending without a word, 5 %",
              Direction.COMMANDS, 0.05, new Fault.Timeout()));

  private static SoakFault answers(String what, double share, Fault fault) {
    return onLine("answers " + what, Direction.ANSWERS, share, fault);
  }

  private static SoakFault onLine(String title, Direction direction, double share, Fault fault) {
    return new SoakFault(title, n -> n.proxy().add(direction, fault, share), n -> n.proxy().heal());
  }

  private static Duration millis(long millis) {
    return Duration.ofMillis(millis);
  }

  void begin(SoakNode node) {
    start.accept(node);
  }

  void finish(SoakNode node) {
    end.accept(node);
  }

  @Override
  public String toString() {
    return title;
  }
}
