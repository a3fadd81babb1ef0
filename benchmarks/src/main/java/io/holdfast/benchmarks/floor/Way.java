package io.holdfast.benchmarks.floor;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** How the users of a bare client are connected, and which kind of thread each of them has. */
enum Way {
  OWN("a connection per thread", false),
  SHARED("one connection per node, one reader", false),
  OWN_VIRTUAL("a connection per virtual thread", true),
  SHARED_VIRTUAL("one connection per node, one reader, virtual threads", true);

  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  private final String title;
  private final boolean isVirtual;

  Way(String title, boolean isVirtual) {
    this.title = title;
    this.isVirtual = isVirtual;
  }

  @Override
  public String toString() {
    return title;
  }

  /** Returns whether a JDK has what it needs. */
  boolean runsOn(int feature) {
    return !isVirtual || feature >= FIRST_WITH_VIRTUAL_THREADS;
  }

  /** Connects to the nodes at these ports. */
  BareConnections connect(List<Integer> ports) throws IOException {
    return this == OWN || this == OWN_VIRTUAL
        ? new OwnConnections(ports)
        : new SharedConnections(ports);
  }

  /** Threads for so many users; by reflection, because Holdfast is compiled for Java 17. */
  ExecutorService threads(int users) {
    if (!isVirtual) {
      return Executors.newFixedThreadPool(users);
    }
    try {
      return (ExecutorService)
          Objects.requireNonNull(
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("This JDK has no virtual threads", e);
    }
  }
}
