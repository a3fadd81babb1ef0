package probe;

/** An attribute that no serializer can write: it holds a running thread. */
public final class Unwritable {

  private final Thread thread = Thread.currentThread();

  @Override
  public String toString() {
    return "Unwritable " + thread.getName();
  }
}
