package io.holdfast.dist;

class Tomcat9WritesIT extends WritesSuite {

  @Override
  int line() {
    return 9;
  }
}
