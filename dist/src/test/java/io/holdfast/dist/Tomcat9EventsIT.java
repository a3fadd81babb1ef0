package io.holdfast.dist;

class Tomcat9EventsIT extends EventsSuite {

  @Override
  int line() {
    return 9;
  }
}
