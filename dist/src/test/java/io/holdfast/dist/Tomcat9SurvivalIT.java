package io.holdfast.dist;

class Tomcat9SurvivalIT extends SurvivalSuite {

  @Override
  int line() {
    return 9;
  }
}
