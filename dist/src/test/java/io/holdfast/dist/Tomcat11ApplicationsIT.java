package io.holdfast.dist;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Stream;

class Tomcat11ApplicationsIT extends ApplicationsSuite {

  /** Those that a build tries with sticky sessions; the others without. */
  private static final Set<Application> STICKY =
      EnumSet.of(Application.EXAMPLES, Application.WICKET, Application.MYFACES);

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
        || STICKY.contains(deployment.application()) == (deployment.mode() == Mode.STICKY);
  }
}
