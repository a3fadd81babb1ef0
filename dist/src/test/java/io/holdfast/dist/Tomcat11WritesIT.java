package io.holdfast.dist;

class Tomcat11WritesIT extends WritesSuite {

  @Override
  int line() {
    return 11;
  }
}
