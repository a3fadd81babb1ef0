package io.holdfast.benchmarks.floor;

import io.holdfast.benchmarks.floor.BareConnections.UserCommands;
import java.io.IOException;

/** What one request does with the store, as columns of the table. */
enum Step {
  READ("read"),
  WRITE("write"),
  /** As if nothing depended on the copy. */
  CHANGE("change"),
  /** As Holdfast answers a request that changed its session. */
  CHANGE_COPIED("change, copy waited for"),
  /** What the Tomcats do, and the bare clients do not. */
  COUNTER("counter page");

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
      case WRITE -> commands.write();
      case CHANGE -> change(commands);
      case CHANGE_COPIED -> {
        change(commands);
        commands.awaitCopy();
      }
      case COUNTER -> throw new IllegalArgumentException("A bare client has no pages");
    }
  }

  private static void change(UserCommands commands) throws IOException {
    commands.read();
    commands.write();
    commands.copy();
  }
}
