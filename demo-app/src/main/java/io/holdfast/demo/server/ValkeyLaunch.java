package io.holdfast.demo.server;

import io.holdfast.testkit.valkey.ValkeyProcess;
import java.nio.file.Path;
import java.util.List;

/** Starts a node: the Valkey or Redis on the PATH, which keeps nothing on disk. */
final class ValkeyLaunch {

  private ValkeyLaunch() {}

  static Launch of(int port, Path log) {
    List<String> command =
        List.of(
            ValkeyProcess.program(),
            "--bind",
            "127.0.0.1",
            "--port",
            Integer.toString(port),
            "--save",
            "",
            "--maxmemory",
            "64mb");
    return Launch.ofNode(
        ServerKind.VALKEY, port, log, command, () -> ValkeyProcess.isAnswering(port));
  }
}
