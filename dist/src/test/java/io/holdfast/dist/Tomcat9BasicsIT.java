package io.holdfast.dist;

class Tomcat9BasicsIT extends BasicsSuite {

  @Override
  int line() {
    return 9;
  }
}
