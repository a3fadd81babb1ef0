package io.holdfast.testkit.memcached;

/** Starts two nodes and tells what they are; run where there may be no memcached. */
final class StartNodesMain {

  private StartNodesMain() {}

  public static void main(String[] arguments) {
    try (MemcachedNode first = MemcachedNodes.start();
        MemcachedNode second = MemcachedNodes.start()) {
      System.out.println("real: " + first.isReal() + " " + second.isReal());
    }
  }
}
