package io.holdfast.dist;

class Tomcat9TakeoverIT extends TakeoverSuite {

  @Override
  int line() {
    return 9;
  }
}
