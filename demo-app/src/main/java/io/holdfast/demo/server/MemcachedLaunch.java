package io.holdfast.demo.server;

import io.holdfast.testkit.memcached.EmbeddedMemcachedMain;
import io.holdfast.testkit.memcached.MemcachedProbe;
import io.holdfast.testkit.memcached.MemcachedProcess;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a node: the memcached on the PATH, or our stand-in in a JVM of its own. */
final class MemcachedLaunch {

  private MemcachedLaunch() {}

  static Launch of(int port, Path log) {
    List<String> command = MemcachedProcess.isInstalled() ? real(port) : embedded(port);
    return Launch.ofNode(ServerKind.MEMCACHED, port, log, command, () -> answers(port));
  }

  private static List<String> real(int port) {
    List<String> command = new ArrayList<>();
    command.addAll(List.of("memcached", "-l", "127.0.0.1", "-U", "0"));
    command.addAll(List.of("-p", Integer.toString(port), "-m", "64"));
    if ("root".equals(System.getProperty("user.name"))) {
      // It refuses to run as root unless told that this is meant.
      command.addAll(List.of("-u", "root"));
    }
    return command;
  }

  private static List<String> embedded(int port) {
    return List.of(
        ProcessHandle.current().info().command().orElse("java"),
        "-Xmx128m",
        "-cp",
        System.getProperty("java.class.path"),
        EmbeddedMemcachedMain.class.getName(),
        Integer.toString(port));
  }

  private static boolean answers(int port) {
    try {
      new MemcachedProbe("127.0.0.1", port).version();
      return true;
    } catch (UncheckedIOException notYet) {
      return false;
    }
  }
}
