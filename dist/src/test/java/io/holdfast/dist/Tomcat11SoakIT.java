package io.holdfast.dist;

/** Random faults of the store under load. */
class Tomcat11SoakIT extends SoakSuite {

  @Override
  int line() {
    return 11;
  }
}
