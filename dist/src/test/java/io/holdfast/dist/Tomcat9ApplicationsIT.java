package io.holdfast.dist;

import java.util.stream.Stream;

/** Tomcat's own applications; the others are written for the jakarta namespace. */
class Tomcat9ApplicationsIT extends ApplicationsSuite {

  @Override
  Stream<Deployment> deployments() {
    return Stream.of(
            all("java", Mode.STICKY, Libraries.TOMCAT),
            all("kryo", Mode.NON_STICKY, Libraries.TOMCAT))
        .flatMap(deployments -> deployments)
        .filter(deployment -> deployment.application().isOfTomcat());
  }
}
