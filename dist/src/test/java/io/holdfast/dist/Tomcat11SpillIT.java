package io.holdfast.dist;

class Tomcat11SpillIT extends SpillSuite {

  @Override
  int line() {
    return 11;
  }
}
