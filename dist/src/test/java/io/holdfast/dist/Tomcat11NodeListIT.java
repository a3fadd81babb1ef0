package io.holdfast.dist;

class Tomcat11NodeListIT extends NodeListSuite {

  @Override
  int line() {
    return 11;
  }
}
