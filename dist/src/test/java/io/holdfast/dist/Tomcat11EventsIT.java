package io.holdfast.dist;

class Tomcat11EventsIT extends EventsSuite {

  @Override
  int line() {
    return 11;
  }
}
