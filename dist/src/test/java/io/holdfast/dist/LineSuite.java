package io.holdfast.dist;

/** Tests on the line of Tomcat that the name of their class has. */
abstract class LineSuite {

  /** The line of Tomcat: 9, 10 or 11. */
  final int line() {
    return OnLinesCondition.line(getClass()).orElseThrow();
  }
}
