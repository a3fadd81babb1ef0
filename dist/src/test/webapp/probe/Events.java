package probe;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** What the listeners heard, in order. */
final class Events {

  static final List<String> ALL = new CopyOnWriteArrayList<>();

  private Events() {}

  static void add(String event) {
    ALL.add(event);
  }
}
