package io.holdfast.dist;

class Tomcat11AllKindsIT extends AllKindsSuite {

  @Override
  int line() {
    return 11;
  }
}
