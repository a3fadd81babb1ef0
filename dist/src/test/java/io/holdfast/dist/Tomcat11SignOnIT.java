package io.holdfast.dist;

class Tomcat11SignOnIT extends SignOnSuite {

  @Override
  int line() {
    return 11;
  }
}
