package io.holdfast.dist;

class Tomcat9JavaVersionsIT extends JavaVersionSuite {

  @Override
  String serializer() {
    return "java";
  }
}
