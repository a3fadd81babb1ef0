package io.holdfast.dist;

class Tomcat10LoginIT extends LoginSuite {

  @Override
  int line() {
    return 10;
  }
}
