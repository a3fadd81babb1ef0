package io.holdfast.benchmarks.load;

import io.holdfast.benchmarks.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** People who keep their connections and cookies. */
final class Users implements AutoCloseable {

  private final int port;
  private final int size;
  private final SideBySide threads = new SideBySide();
  private final List<User> users = new ArrayList<>();

  Users(int port, int size) {
    this.port = port;
    this.size = size;
  }

  /**
   * All of them ask for a page for a time, once they have sessions for it. If one fails, all come
   * as new ones the next time.
   */
  Latencies ask(Page page, Duration time) throws IOException, InterruptedException {
    while (users.size() < size) {
      users.add(new User(port));
    }
    try {
      threads.run(each(user -> user.begin(page)));
      long end = System.nanoTime() + time.toNanos();
      return threads.run(each(user -> user.askUntil(end, page)));
    } catch (IOException e) {
      leave();
      throw e;
    }
  }

  /** What one of them does. */
  @FunctionalInterface
  private interface Task {
    Latencies of(User user) throws IOException;
  }

  private List<Callable<Latencies>> each(Task task) {
    return users.stream().map(user -> (Callable<Latencies>) () -> task.of(user)).toList();
  }

  /** How many answers so far were not the session's own next one. */
  long wrong() {
    return users.stream().mapToLong(User::wrong).sum();
  }

  private void leave() throws IOException {
    for (User user : users) {
      user.close();
    }
    users.clear();
  }

  @Override
  public void close() throws IOException {
    threads.close();
    leave();
  }
}
