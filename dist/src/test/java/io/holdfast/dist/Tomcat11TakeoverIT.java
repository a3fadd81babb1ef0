package io.holdfast.dist;

class Tomcat11TakeoverIT extends TakeoverSuite {

  @Override
  int line() {
    return 11;
  }
}
