package io.holdfast.benchmarks.beans;

/** Where the parts are. */
enum Kind {
  /** In the session itself. */
  SESSION(0, "HttpSession", "session"),
  /** In a bean that ends with the session. */
  REMOVED(1, "stateful bean, removed", "removed"),
  /** In a bean that nobody ends. */
  LEFT(2, "stateful bean, left to passivation", "left");

  private final int type;
  private final String title;
  private final String parameter;

  Kind(int type, String title, String parameter) {
    this.type = type;
    this.title = title;
    this.parameter = parameter;
  }

  /** Its number in the published experiment. */
  int type() {
    return type;
  }

  String title() {
    return title;
  }

  /** How the application calls it. */
  String parameter() {
    return parameter;
  }
}
