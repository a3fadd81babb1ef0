package io.holdfast.dist;

class Tomcat11ConsoleIT extends ConsoleSuite {

  @Override
  int line() {
    return 11;
  }
}
