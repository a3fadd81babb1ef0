package io.holdfast.benchmarks.modes;

/** What is measured at one time. */
record Cell(Mode mode, Page page) {

  /** The same page as Tomcat serves it by itself. */
  Cell plain() {
    return new Cell(Mode.PLAIN, page);
  }
}
