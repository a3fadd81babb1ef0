package io.holdfast.dist;

import java.util.stream.Stream;

class Tomcat10ApplicationsIT extends ApplicationsSuite {

  @Override
  Stream<Deployment> deployments() {
    return Stream.of(
            all("java", Mode.STICKY, Libraries.TOMCAT),
            all("kryo", Mode.NON_STICKY, Libraries.TOMCAT))
        .flatMap(deployments -> deployments);
  }
}
