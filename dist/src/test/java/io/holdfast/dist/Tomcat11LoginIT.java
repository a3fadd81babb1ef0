package io.holdfast.dist;

class Tomcat11LoginIT extends LoginSuite {

  @Override
  int line() {
    return 11;
  }
}
