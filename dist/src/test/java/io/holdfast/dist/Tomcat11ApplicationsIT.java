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
        .flatMap(deployments -> deployments)
        .filter(Tomcat11ApplicationsIT::isOfThisRun);
  }

  /** In a build each application is in one of the modes, each night in both. */
  private static boolean isOfThisRun(Deployment deployment) {
    return "all".equals(System.getProperty("holdfast.lines"))
        || deployment.application().ordinal() % 2 == deployment.mode().ordinal();
  }
}
