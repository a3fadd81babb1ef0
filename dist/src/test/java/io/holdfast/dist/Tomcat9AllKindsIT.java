package io.holdfast.dist;

class Tomcat9AllKindsIT extends AllKindsSuite {

  @Override
  int line() {
    return 9;
  }
}
