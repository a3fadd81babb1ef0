package io.holdfast.dist;

class Tomcat10NodeChangesIT extends NodeChangesSuite {

  @Override
  int line() {
    return 10;
  }
}
