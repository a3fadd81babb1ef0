package io.holdfast.benchmarks.clients;

/** What clients do. */
enum Operation {
  /** Each writes values of its own. */
  WRITE("write"),
  /** Each reads what it has written. */
  READ("read");

  private final String title;

  Operation(String title) {
    this.title = title;
  }

  String title() {
    return title;
  }

  void perform(Connection connection, String key, byte[] value) throws Exception {
    if (this == WRITE) {
      connection.set(key, value);
    } else if (connection.get(key).length != value.length) {
      throw new IllegalStateException("another value lies under " + key);
    }
  }
}
