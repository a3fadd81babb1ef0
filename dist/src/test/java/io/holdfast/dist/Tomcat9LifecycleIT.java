package io.holdfast.dist;

class Tomcat9LifecycleIT extends LifecycleSuite {

  @Override
  int line() {
    return 9;
  }
}
