package io.holdfast.dist;

class Tomcat11SurvivalIT extends SurvivalSuite {

  @Override
  int line() {
    return 11;
  }
}
