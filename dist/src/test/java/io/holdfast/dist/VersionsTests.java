package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.util.List;

/** Two versions of one application: {@code versions##1} and {@code versions##2}. */
abstract class VersionsTests extends ClusterTests {

  @InEachMode
  void sessionWhenANewVersionIsDeployedThenStaysWithTheOldOne(Mode mode) {
    Visitor old = visitorOfTheOldVersion(mode);
    Visitor fresh = mode.visitor("versions");
    fresh.ask(t1(), "set?name=fruit&value=pear");

    assertEquals(List.of("version=1", "apple"), seen(old, t1()));
    assertEquals(List.of("version=2", "pear"), seen(fresh, t1()));
    assertEquals(List.of("version=1", "apple"), seen(old, t2()));
    assertEquals(List.of("version=2", "pear"), seen(fresh, t2()));
    assertEquals(List.of("version=1", "apple"), seen(old, t1()));
  }

  @InEachMode
  void sessionWhenItsVersionEndsItThenTheNextIsOneOfTheNewVersion(Mode mode) {
    Visitor visitor = visitorOfTheOldVersion(mode);

    visitor.ask(t1(), "invalidate");
    visitor.ask(t1(), "set?name=fruit&value=pear");

    assertEquals(List.of("version=2", "pear"), seen(visitor, t2()));
  }

  private static List<String> seen(Visitor visitor, TomcatProcess tomcat) {
    return List.of(
        visitor.get(tomcat, "dispatch/version").body(), visitor.value(tomcat, "get?name=fruit"));
  }

  /** A visitor who came while the new version was not there. */
  private Visitor visitorOfTheOldVersion(Mode mode) {
    Visitor visitor = mode.visitor("versions");
    tellBoth("stop", mode);
    visitor.ask(t1(), "set?name=fruit&value=apple");
    tellBoth("start", mode);
    return visitor;
  }

  private void tellBoth(String command, Mode mode) {
    String application = command + "?version=2&path=/" + mode.context("versions");
    new ManagerApplication(t1()).command(application);
    new ManagerApplication(t2()).command(application);
  }
}
