package io.holdfast.dist;

class Tomcat10RequestsIT extends RequestsSuite {

  @Override
  int line() {
    return 10;
  }
}
