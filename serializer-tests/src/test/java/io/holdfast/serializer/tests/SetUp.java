package io.holdfast.serializer.tests;

import io.holdfast.testkit.process.Jdk;
import io.holdfast.testkit.tomcat.UsualOpens;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * A way to run Java under which sessions are written and read.
 *
 * @param opens whether packages of the JDK are open, as Tomcat's start script opens them
 */
record SetUp(Jdk jdk, boolean opens) {

  private static final int TOMCAT_LINE = 11;

  /**
   * What this machine can show. With two JDKs, a build has the older one without the flags and the
   * newer one with them; each night has both ways on both. With one JDK, both ways are on that.
   */
  static List<SetUp> ofThisRun() {
    Stream<SetUp> all =
        Stream.concat(Stream.of(Jdk.running()), Jdk.other().stream())
            .flatMap(jdk -> Stream.of(new SetUp(jdk, false), new SetUp(jdk, true)));
    if (Jdk.other().isEmpty() || "all".equals(System.getProperty("holdfast.lines"))) {
      return all.toList();
    }
    int newer = Math.max(Jdk.running().feature(), Jdk.other().orElseThrow().feature());
    return all.filter(setUp -> setUp.opens == (setUp.jdk.feature() == newer)).toList();
  }

  /** What starts a program of this class path. */
  List<String> command(String mainClass) {
    List<String> command = new ArrayList<>();
    command.add(jdk.java().toString());
    command.addAll(List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of("-Duser.language=en", "-Duser.country=US", "-Duser.timezone=UTC"));
    if (opens) {
      command.addAll(UsualOpens.options(TOMCAT_LINE));
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    return command;
  }

  /** Tells it from the others in a folder. */
  String fileName() {
    return "jdk" + jdk.feature() + (opens ? "-opens" : "");
  }

  @Override
  public String toString() {
    return "JDK " + jdk.feature() + (opens ? " with" : " without") + " --add-opens";
  }
}
