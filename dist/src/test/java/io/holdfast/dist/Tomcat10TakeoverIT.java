package io.holdfast.dist;

class Tomcat10TakeoverIT extends TakeoverSuite {

  @Override
  int line() {
    return 10;
  }
}
