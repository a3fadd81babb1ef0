package io.holdfast.dist;

import org.junit.jupiter.api.Nested;

class Tomcat10OperationsIT extends OperationsSuite {

  @Override
  int line() {
    return 10;
  }

  /** What counts as an access. */
  @Nested
  final class Access extends AccessTests {
    @Override
    Cluster cluster() {
      return Tomcat10OperationsIT.this.cluster();
    }
  }
}
