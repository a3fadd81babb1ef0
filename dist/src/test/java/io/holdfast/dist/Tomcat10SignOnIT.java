package io.holdfast.dist;

class Tomcat10SignOnIT extends SignOnSuite {

  @Override
  int line() {
    return 10;
  }
}
