package io.holdfast.dist;

class Tomcat11BasicsIT extends BasicsSuite {

  @Override
  int line() {
    return 11;
  }
}
