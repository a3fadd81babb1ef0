package io.holdfast.dist;

class Tomcat10SurvivalIT extends SurvivalSuite {

  @Override
  int line() {
    return 10;
  }
}
