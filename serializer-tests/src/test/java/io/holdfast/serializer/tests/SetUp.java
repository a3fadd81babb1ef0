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

  /** All that this machine can show: with one JDK, half of them. */
  static List<SetUp> available() {
    return Stream.concat(Stream.of(Jdk.running()), Jdk.other().stream())
        .flatMap(jdk -> Stream.of(new SetUp(jdk, false), new SetUp(jdk, true)))
        .toList();
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
