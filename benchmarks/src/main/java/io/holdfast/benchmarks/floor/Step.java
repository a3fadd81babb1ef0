package io.holdfast.benchmarks.floor;

import java.io.IOException;
import java.util.List;

/** What one request does with the store, as columns of the table. */
enum Step {
  READ("read"),
  /** As a session that is backed up after the answer. */
  SENT("write, not waited for"),
  WRITE("write"),
  /** As if nothing depended on the copy. */
  CHANGE("change"),
  /** As Holdfast answers a request that changed its session. */
  CHANGE_COPIED("change, copy waited for"),
  /** The same by a request that has the session to itself, in the fewest packets. */
  CHANGE_LEASED("change with a lease"),
  /** What the Tomcats do, and the bare clients do not. */
  COUNTER("counter page");

  /** Those that Tomcats send too, because a mode sends them. */
  static final List<Step> IN_TOMCATS = List.of(SENT, WRITE, CHANGE_COPIED, CHANGE_LEASED);

  private final String title;

  Step(String title) {
    this.title = title;
  }

  @Override
  public String toString() {
    return title;
  }

  /** Sends the commands of one request. */
  void perform(UserCommands commands) throws IOException {
    switch (this) {
      case READ -> commands.read();
      case SENT -> {
        commands.awaitCopy(); // the one before, which has been answered since
        commands.copy();
      }
      case WRITE -> commands.write();
      case CHANGE -> change(commands);
      case CHANGE_COPIED -> {
        change(commands);
        commands.awaitCopy();
      }
      case CHANGE_LEASED -> {
        commands.readLeased();
        writeTwice(commands);
        commands.awaitCopy();
        commands.release();
      }
      case COUNTER -> throw new IllegalArgumentException("A bare client has no pages");
    }
  }

  private static void change(UserCommands commands) throws IOException {
    commands.read();
    writeTwice(commands);
  }

  private static void writeTwice(UserCommands commands) throws IOException {
    commands.write();
    commands.copy();
  }
}
