package io.holdfast.benchmarks.modes;

/** A page of the measured application, see {@code PageServlet}. */
enum Page {
  STATELESS("stateless", "/stateless", ""),
  STATEFULL("statefull", "/statefull", "/statefull"),
  LISTLIGHT("listlight", "/listlight", "/listlight"),
  MODIFY_1("1 KB modified", "/modify", "/fill?kb=1"),
  READ_10("10 KB read", "/readall", "/fill?kb=10"),
  MODIFY_10("10 KB modified", "/modify", "/fill?kb=10");

  private final String title;
  private final String path;
  private final String first;

  Page(String title, String path, String first) {
    this.title = title;
    this.path = path;
    this.first = first;
  }

  String title() {
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
}
