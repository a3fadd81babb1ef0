package io.holdfast.dist;

class Tomcat9SignOnIT extends SignOnSuite {

  @Override
  int line() {
    return 9;
  }
}
