package io.holdfast.dist;

class Tomcat10BasicsIT extends BasicsSuite {

  @Override
  int line() {
    return 10;
  }
}
