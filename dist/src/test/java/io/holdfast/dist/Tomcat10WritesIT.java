package io.holdfast.dist;

class Tomcat10WritesIT extends WritesSuite {

  @Override
  int line() {
    return 10;
  }
}
