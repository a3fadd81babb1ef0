package io.holdfast.console;

/**
 * What became of what an operator asked for.
 *
 * @param done whether it was done
 * @param text for the operator
 */
record Outcome(boolean done, String text) {

  static Outcome done(String text) {
    return new Outcome(true, text);
  }

  static Outcome refused(String text) {
    return new Outcome(false, text);
  }
}
