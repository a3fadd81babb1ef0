package io.holdfast.dist;

import io.holdfast.testkit.fault.Direction;
import io.holdfast.testkit.fault.Fault;
import io.holdfast.testkit.fault.FaultProxy;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * What befalls nodes, or the lines to them, for a while.
 *
 * @param title for the report
 * @param nodes how many it befalls, of two
 * @param start begins it at one
 * @param end after which the node and the line to it are whole again
 * @param signs what an operator sees meanwhile; none if nothing fails
 */
record StoreFault(
    String title,
    int nodes,
    Consumer<SoakNode> start,
    Consumer<SoakNode> end,
    List<FaultSign> signs) {

  /** Those that {@code dist/reliability} measures. */
  static final List<StoreFault> MEASURED =
      List.of(
          of("20: a node is killed", n -> n.node().kill(), n -> n.node().start(), FaultSign.LOST),
          of(
              "a node refuses connections",
              n -> n.onLines(FaultProxy::down),
              n -> n.onLines(FaultProxy::heal),
              FaultSign.LOST),
          of(
              "23: a node is frozen",
              n -> n.node().freeze(),
              n -> n.node().thaw(),
              FaultSign.FAILURES,
              FaultSign.LOST),
          onLine(
              "a node is a black hole",
              Direction.COMMANDS,
              1,
              new Fault.Timeout(),
              FaultSign.FAILURES,
              FaultSign.LOST),
          answers(
              "a node's answers vanish",
              1,
              new Fault.Timeout(),
              FaultSign.FAILURES,
              FaultSign.LOST),
          answers("a node answers 50 ms late", 1, late(50, 0), FaultSign.SLOW),
          answers("a node answers 3 s late", 1, late(3_000, 0), FaultSign.FAILURES, FaultSign.LOST),
          answers(
              "a node answers SERVER_ERROR out of memory, to all",
              1,
              new Fault.Wrong("SERVER_ERROR out of memory storing object\r\n"),
              FaultSign.REFUSALS),
          of(
                  "22: all nodes are killed",
                  n -> n.node().kill(),
                  n -> n.node().start(),
                  FaultSign.LOST,
                  FaultSign.NOT_STORED)
              .ofAll(),
          of(
                  "23: all nodes are frozen",
                  n -> n.node().freeze(),
                  n -> n.node().thaw(),
                  FaultSign.FAILURES,
                  FaultSign.LOST,
                  FaultSign.NOT_STORED)
              .ofAll());

  /** Those that a soak draws by lot. */
  static final List<StoreFault> SOAKED =
      List.of(
          of(
              "killed, comes back empty",
              n -> n.node().kill(),
              n -> n.node().start(),
              FaultSign.LOST),
          of(
              "frozen (SIGSTOP)",
              n -> n.node().freeze(),
              n -> n.node().thaw(),
              FaultSign.FAILURES,
              FaultSign.LOST),
          of(
              "connections refused",
              n -> n.onLines(FaultProxy::down),
              n -> n.onLines(FaultProxy::heal),
              FaultSign.LOST),
          answers("answers 20 to 60 ms late", 1, late(20, 40), FaultSign.SLOW),
          answers(
              "answers later than operationTimeout",
              1,
              late(600, 0),
              FaultSign.FAILURES,
              FaultSign.LOST),
          answers(
              "answers narrow, 100 KB a second",
              1,
              new Fault.Bandwidth(100_000),
              FaultSign.SLOW_READING),
          answers("answers in pieces of 7 bytes", 1, new Fault.Slicer(7)),
          answers(
              "answers ending without a word, 5 %", 0.05, new Fault.Timeout(), FaultSign.FAILURES),
          answers(
              "answers replaced by a reset, 5 %", 0.05, new Fault.ResetPeer(), FaultSign.FAILURES),
          answers(
              "answers replaced by a half-close, 5 %",
              0.05, new Fault.HalfClose(), FaultSign.FAILURES),
          answers(
              "answers cut after 11 bytes, 5 %", 0.05, new Fault.LimitData(11), FaultSign.FAILURES),
          answers(
              "answers with one bit flipped, 10 %", 0.1, new Fault.Corrupt(), FaultSign.REFUSALS),
          answers(
              "answers replaced by an error, 20 %",
              0.2, new Fault.Wrong("SERVER_ERROR full\r\n"), FaultSign.REFUSALS),
          onLine(
              "commands ending without a word, 5 %",
              Direction.COMMANDS, 0.05, new Fault.Timeout(), FaultSign.FAILURES));

  /** All of them. */
  static Stream<StoreFault> all() {
    return Stream.of(MEASURED, SOAKED).flatMap(List::stream);
  }

  private static StoreFault of(
      String title, Consumer<SoakNode> start, Consumer<SoakNode> end, FaultSign... signs) {
    return new StoreFault(title, 1, start, end, Arrays.asList(signs));
  }

  private static StoreFault answers(String title, double share, Fault fault, FaultSign... signs) {
    return onLine(title, Direction.ANSWERS, share, fault, signs);
  }

  private static StoreFault onLine(
      String title, Direction direction, double share, Fault fault, FaultSign... signs) {
    return of(
        title,
        n -> n.onLines(line -> line.add(direction, fault, share)),
        n -> n.onLines(FaultProxy::heal),
        signs);
  }

  private static Fault late(long millis, long jitter) {
    return new Fault.Latency(Duration.ofMillis(millis), Duration.ofMillis(jitter));
  }

  private StoreFault ofAll() {
    return new StoreFault(title, 2, start, end, signs);
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
