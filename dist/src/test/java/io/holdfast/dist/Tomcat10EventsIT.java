package io.holdfast.dist;

class Tomcat10EventsIT extends EventsSuite {

  @Override
  int line() {
    return 10;
  }
}
