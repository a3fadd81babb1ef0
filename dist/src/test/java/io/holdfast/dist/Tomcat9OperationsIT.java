package io.holdfast.dist;

class Tomcat9OperationsIT extends OperationsSuite {

  @Override
  int line() {
    return 9;
  }
}
