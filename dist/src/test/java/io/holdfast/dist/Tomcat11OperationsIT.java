package io.holdfast.dist;

import org.junit.jupiter.api.Nested;

class Tomcat11OperationsIT extends OperationsSuite {

  /** What counts as an access. */
  @Nested
  final class Access extends AccessTests {}
}
