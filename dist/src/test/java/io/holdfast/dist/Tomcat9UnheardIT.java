package io.holdfast.dist;

class Tomcat9UnheardIT extends UnheardSuite {

  @Override
  int line() {
    return 9;
  }
}
