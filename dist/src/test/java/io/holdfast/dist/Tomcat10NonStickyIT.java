package io.holdfast.dist;

class Tomcat10NonStickyIT extends NonStickySuite {

  @Override
  int line() {
    return 10;
  }
}
