package io.holdfast.dist;

import java.util.stream.Stream;

class Tomcat11ApplicationsIT extends ApplicationsSuite {

  @Override
  int line() {
    return 11;
  }

  @Override
  Stream<Deployment> deployments() {
    return Stream.of(
            all("kryo", Mode.STICKY, Libraries.APPLICATION),
            all("java", Mode.NON_STICKY, Libraries.APPLICATION))
        .flatMap(deployments -> deployments);
  }
}
