package io.holdfast.dist;

class Tomcat11RequestsIT extends RequestsSuite {

  @Override
  int line() {
    return 11;
  }
}
