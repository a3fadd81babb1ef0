package io.holdfast.dist;

class Tomcat11UnheardIT extends UnheardSuite {

  @Override
  int line() {
    return 11;
  }
}
