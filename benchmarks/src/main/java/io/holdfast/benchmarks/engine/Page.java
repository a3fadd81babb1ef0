package io.holdfast.benchmarks.engine;

/**
 * A page of the measured application, see {@code PageServlet}. "Read" gets all attributes of a
 * session of that size, "modified" changes one of them.
 */
public enum Page {
  STATELESS("stateless", "/stateless", "", Order.SAME),
  SESSION("session", "/session", "/session", Order.SAME),
  STATEFULL("statefull", "/statefull", "/statefull", Order.COUNTING),
  LISTLIGHT("listlight", "/listlight", "/listlight", Order.UP_TO_HUNDRED),
  READ_1("1 KB read", "/readall", "/fill?kb=1", Order.SAME),
  MODIFY_1("1 KB modified", "/modify", "/fill?kb=1", Order.COUNTING),
  READ_10("10 KB read", "/readall", "/fill?kb=10", Order.SAME),
  MODIFY_10("10 KB modified", "/modify", "/fill?kb=10", Order.COUNTING),
  READ_100("100 KB read", "/readall", "/fill?kb=100", Order.SAME),
  MODIFY_100("100 KB modified", "/modify", "/fill?kb=100", Order.COUNTING);

  private static final int LONGEST_LIST = 100;

  /** What the answers to one session say, one after the other. */
  private enum Order {
    SAME,
    COUNTING,
    UP_TO_HUNDRED
  }

  private final String title;
  private final String path;
  private final String first;
  private final Order order;

  Page(String title, String path, String first, Order order) {
    this.title = title;
    this.path = path;
    this.first = first;
    this.order = order;
  }

  /** How tables and charts call it. */
  @Override
  public String toString() {
    return title;
  }

  /** What users ask for. */
  String path() {
    return path;
  }

  /** What makes a session for it; empty if it needs none. */
  String first() {
    return first;
  }

  /** Returns whether a session that gave the one answer gives the other next. */
  boolean follows(String last, String next) {
    return switch (order) {
      case SAME -> next.equals(last);
      case COUNTING -> next.equals(Integer.toString(Integer.parseInt(last) + 1));
      case UP_TO_HUNDRED ->
          next.equals(Integer.toString(Integer.parseInt(last) % LONGEST_LIST + 1));
    };
  }
}
