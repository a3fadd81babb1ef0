package io.holdfast.dist;

class Tomcat10AnywhereIT extends AnywhereSuite {

  @Override
  int line() {
    return 10;
  }
}
