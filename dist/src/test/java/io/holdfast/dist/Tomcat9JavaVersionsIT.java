package io.holdfast.dist;

class Tomcat9JavaVersionsIT extends JavaVersionSuite {

  @Override
  int line() {
    return 9;
  }

  @Override
  String serializer() {
    return "java";
  }
}
