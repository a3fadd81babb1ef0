package io.holdfast.dist;

class Tomcat9LeavingIT extends GatedLeavingSuite {

  @Override
  int line() {
    return 9;
  }
}
