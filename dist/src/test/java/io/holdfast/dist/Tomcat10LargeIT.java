package io.holdfast.dist;

class Tomcat10LargeIT extends LargeSuite {

  @Override
  int line() {
    return 10;
  }
}
