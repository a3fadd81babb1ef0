package io.holdfast.doctor.finding;

import java.io.PrintStream;

/** Writes each finding as one line, and remembers whether anything is wrong. For one thread. */
public final class Findings {

  private final PrintStream out;
  private int wrong;
  private int warnings;

  /** Creates it without any. */
  public Findings(PrintStream out) {
    this.out = out;
  }

  /**
   * Something is as it should be.
   *
   * @param place what it is about, such as a node or a file
   */
  public void fine(String place, String text) {
    write("fine", place, text);
  }

  /** Something may be meant so, but an operator should know. */
  public void warn(String place, String text) {
    warnings++;
    write("warning", place, text);
  }

  /** Sessions are or will be lost, or the application does not start. */
  public void wrong(String place, String text) {
    wrong++;
    write("WRONG", place, text);
  }

  /** Returns whether nothing is wrong; there may be warnings. */
  public boolean isWell() {
    return wrong == 0;
  }

  /** Writes how many there are. */
  public void sum() {
    out.printf("%d wrong, %d warnings%n", wrong, warnings);
  }

  /** A finding stays one line, whatever a file or a server has put into it. */
  private void write(String kind, String place, String text) {
    out.printf("%-8s%s: %s%n", kind, printable(place), printable(text));
  }

  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}+", " ");
  }
}
