package probe;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/** A mutable attribute of a class that only the web application has. */
public final class Basket implements Serializable {

  private static final long serialVersionUID = 1L;

  private final List<String> items = new ArrayList<>();
  private long touched;

  /** Creates an empty basket. */
  public Basket() {}

  synchronized void add(String item) {
    items.add(item);
  }

  /** Notes a time, which is not shown. */
  synchronized void touch() {
    touched = System.nanoTime();
  }

  @Override
  public synchronized String toString() {
    return items.toString();
  }
}
