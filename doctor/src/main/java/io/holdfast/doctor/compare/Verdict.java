package io.holdfast.doctor.compare;

/** What becomes of an object of a class that has changed, the best first. */
enum Verdict {
  READ("read"),
  LOST("miss a value in"),
  UNCERTAIN("may not read"),
  REFUSED("do not read");

  private final String verb;

  Verdict(String verb) {
    this.verb = verb;
  }

  /** What Tomcats do with what others stored. */
  String verb() {
    return verb;
  }
}
