package io.holdfast.dist;

class Tomcat9RequestsIT extends RequestsSuite {

  @Override
  int line() {
    return 9;
  }
}
