package io.holdfast.dist;

class Tomcat10UnheardIT extends UnheardSuite {

  @Override
  int line() {
    return 10;
  }
}
