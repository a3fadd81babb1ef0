package io.holdfast.dist;

class Tomcat10LifecycleIT extends LifecycleSuite {

  @Override
  int line() {
    return 10;
  }
}
