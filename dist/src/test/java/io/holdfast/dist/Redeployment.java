package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.stream.Stream;

/** The ways in which a Tomcat that runs takes an application away and brings it back. */
enum Redeployment {
  /** {@code Context.reload}: requests wait meanwhile. */
  RELOAD {
    @Override
    void perform(TomcatProcess tomcat, String context) {
      new ManagerApplication(tomcat).command("reload?path=/" + context);
    }
  },
  /** The descriptor has changed: Tomcat removes the application and deploys it again. */
  AUTODEPLOY {
    @Override
    void perform(TomcatProcess tomcat, String context) {
      Path descriptor = tomcat.base().resolve("conf/Catalina/localhost/" + context + ".xml");
      try {
        FileTime before = Files.getLastModifiedTime(descriptor);
        var unused =
            Files.setLastModifiedTime(
                descriptor, FileTime.fromMillis(before.toMillis() + A_NOTICEABLE_TIME));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      new ManagerApplication(tomcat)
          .jmx("invoke=Catalina:type=Deployer,host=localhost&op=check&ps=/" + context);
    }
  },
  /** Stopped and started by an operator; in between clients are told that it is not there. */
  STOP_AND_START {
    @Override
    void perform(TomcatProcess tomcat, String context) {
      ManagerApplication manager = new ManagerApplication(tomcat);
      manager.command("stop?path=/" + context);
      manager.command("start?path=/" + context);
    }
  };

  private static final long A_NOTICEABLE_TIME = 5_000;

  /** So many, one way after the other. */
  static List<Redeployment> inTurn(int times) {
    return Stream.generate(Redeployment::values).flatMap(Stream::of).limit(times).toList();
  }

  /** Returns when the application is there again. */
  abstract void perform(TomcatProcess tomcat, String context);
}
