package io.holdfast.dist;

/**
 * Each night: in a build the exchange of all serializers in {@code serializer-tests} asks the same.
 */
@OnLines({})
class Tomcat11KryoVersionsIT extends JavaVersionSuite {

  @Override
  String serializer() {
    return "kryo";
  }
}
