package io.holdfast.dist;

class Tomcat9ConsoleIT extends ConsoleSuite {

  @Override
  int line() {
    return 9;
  }
}
