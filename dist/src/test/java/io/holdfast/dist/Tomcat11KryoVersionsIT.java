package io.holdfast.dist;

class Tomcat11KryoVersionsIT extends JavaVersionSuite {

  @Override
  int line() {
    return 11;
  }

  @Override
  String serializer() {
    return "kryo";
  }
}
