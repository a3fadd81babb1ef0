package io.holdfast.dist;

class Tomcat11LeavingIT extends GatedLeavingSuite {

  @Override
  int line() {
    return 11;
  }
}
