package io.holdfast.dist;

class Tomcat9NonStickyIT extends NonStickySuite {

  @Override
  int line() {
    return 9;
  }
}
