package io.holdfast.benchmarks.clients;

import io.holdfast.testkit.memcached.EmbeddedMemcachedMain;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A cache server written in Java that speaks memcached's protocol, in a process of its own. */
final class JavaCache implements AutoCloseable {

  private static final String LISTENING = "listening on ";
  private static final int SECONDS_TO_END = 10;

  private final Process process;
  private final int port;

  private JavaCache(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  static JavaCache start() throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EmbeddedMemcachedMain.class.getName())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader said =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    @Nullable String line = said.readLine();
    while (line != null && !line.startsWith(LISTENING)) {
      line = said.readLine();
    }
    if (line == null) {
      throw new IOException("the cache server does not start");
    }
    return new JavaCache(process, Integer.parseInt(line.substring(LISTENING.length())));
  }

  int port() {
    return port;
  }

  /** It ends when its standard input does. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(SECONDS_TO_END, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
