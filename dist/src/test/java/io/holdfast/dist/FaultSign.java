package io.holdfast.dist;

/** What an operator sees in MBeans while a fault of the store lasts. */
enum FaultSign {
  /** No request waits for the node any more. */
  LOST("`nodesLost` is not 0; of the node: `lost`"),
  /** Operations have no answer. */
  FAILURES("of the node: `failures` rises"),
  /** The node answers with errors. */
  REFUSALS("`nodeRefusals` rises; of the node: `refusals`"),
  /** Answers take long. */
  SLOW("of the node: `operationMicrosSum` ÷ `operations` rises, and `operationMicrosP99`"),
  /** Answers with much in them take long: sticky sessions are seldom read. */
  SLOW_READING(SLOW.text + " (with `sticky=\"false\"`)"),
  /** Sessions are in the memory of their Tomcat only. */
  NOT_STORED("`sessionsNotStored` is not 0; `backupsFailed` rises");

  /** More than any operation takes where nothing is wrong, and the machine is not busy. */
  private static final long SLOW_MICROS = 15_000;

  private final String text;

  FaultSign(String text) {
    this.text = text;
  }

  /** Whether it is to be seen in this mode. */
  boolean isSeenIn(Mode mode) {
    return this != SLOW_READING || mode == Mode.NON_STICKY;
  }

  /** Whether it is seen, compared with what was read before the fault. */
  boolean shows(FaultReadings before, FaultReadings now) {
    return switch (this) {
      case LOST -> now.manager("nodesLost") > 0 && now.node("lost") > 0;
      case FAILURES -> now.node("failures") > before.node("failures");
      case REFUSALS ->
          now.manager("nodeRefusals") > before.manager("nodeRefusals")
              && now.node("refusals") > before.node("refusals");
      case SLOW, SLOW_READING -> isSlow(before, now);
      case NOT_STORED ->
          now.manager("sessionsNotStored") > 0
              && now.manager("backupsFailed") > before.manager("backupsFailed");
    };
  }

  private static boolean isSlow(FaultReadings before, FaultReadings now) {
    long operations = now.node("operations") - before.node("operations");
    long micros = now.node("operationMicrosSum") - before.node("operationMicrosSum");
    return operations > 0
        && micros / operations > SLOW_MICROS
        && now.node("operationMicrosP99") > SLOW_MICROS;
  }

  /** For the document. */
  String text() {
    return text;
  }
}
