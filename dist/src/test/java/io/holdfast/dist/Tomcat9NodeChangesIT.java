package io.holdfast.dist;

class Tomcat9NodeChangesIT extends NodeChangesSuite {

  @Override
  int line() {
    return 9;
  }
}
