package io.holdfast.dist;

class Tomcat11NodeChangesIT extends NodeChangesSuite {

  @Override
  int line() {
    return 11;
  }
}
