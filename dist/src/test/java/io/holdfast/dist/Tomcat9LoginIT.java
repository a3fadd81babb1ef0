package io.holdfast.dist;

class Tomcat9LoginIT extends LoginSuite {

  @Override
  int line() {
    return 9;
  }
}
