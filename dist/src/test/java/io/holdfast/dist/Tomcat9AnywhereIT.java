package io.holdfast.dist;

class Tomcat9AnywhereIT extends AnywhereSuite {

  @Override
  int line() {
    return 9;
  }
}
