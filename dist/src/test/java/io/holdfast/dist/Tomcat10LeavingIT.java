package io.holdfast.dist;

class Tomcat10LeavingIT extends GatedLeavingSuite {

  @Override
  int line() {
    return 10;
  }
}
