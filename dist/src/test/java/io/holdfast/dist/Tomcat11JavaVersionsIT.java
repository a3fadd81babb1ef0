package io.holdfast.dist;

class Tomcat11JavaVersionsIT extends JavaVersionSuite {

  @Override
  int line() {
    return 11;
  }

  @Override
  String serializer() {
    return "java";
  }
}
