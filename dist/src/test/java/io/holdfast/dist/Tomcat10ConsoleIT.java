package io.holdfast.dist;

class Tomcat10ConsoleIT extends ConsoleSuite {

  @Override
  int line() {
    return 10;
  }
}
