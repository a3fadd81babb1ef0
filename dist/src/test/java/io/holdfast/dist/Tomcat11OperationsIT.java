package io.holdfast.dist;

import org.junit.jupiter.api.Nested;

class Tomcat11OperationsIT extends OperationsSuite {

  @Override
  int line() {
    return 11;
  }

  /** What counts as an access. */
  @Nested
  final class Access extends AccessTests {
    @Override
    Cluster cluster() {
      return Tomcat11OperationsIT.this.cluster();
    }
  }
}
