package io.holdfast.dist;

class Tomcat11LifecycleIT extends LifecycleSuite {

  @Override
  int line() {
    return 11;
  }
}
