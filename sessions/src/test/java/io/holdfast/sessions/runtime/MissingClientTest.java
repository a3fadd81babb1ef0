package io.holdfast.sessions.runtime;

import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.sessions.model.JdkTranscoderFactory;
import io.holdfast.testkit.Threads;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A Tomcat whose {@code lib} lacks the client library of memcached. */
@Timeout(60)
final class MissingClientTest {

  @Test
  void newWhenTheClientLibraryIsMissingThenNoThreadIsLeft() throws Exception {
    try (URLClassLoader withoutClient = new URLClassLoader(urls(), parent())) {
      Class<?> starter = withoutClient.loadClass(Starter.class.getName());

      InvocationTargetException e =
          assertThrows(
              InvocationTargetException.class, () -> starter.getMethod("start").invoke(null));

      assertInstanceOf(NoClassDefFoundError.class, e.getCause());
    }
    Threads.assertNoneAlive("holdfast-", Duration.ofSeconds(60));
  }

  private static ClassLoader parent() {
    return ClassLoader.getPlatformClassLoader();
  }

  private static URL[] urls() throws IOException {
    List<Path> all =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !entry.contains("spymemcached"))
            .map(Path::of)
            .toList();
    URL[] urls = new URL[all.size()];
    for (int i = 0; i < urls.length; i++) {
      URI uri = all.get(i).toUri();
      urls[i] = uri.toURL();
    }
    return urls;
  }

  /** What a manager does, in another loader's class of this name. */
  public static final class Starter {

    private Starter() {}

    public static void start() {
      ClassLoader loader = Starter.class.getClassLoader();
      var unused =
          new SessionRuntime(
              ConfigurationParser.parse(
                  Map.of(
                      Setting.MEMCACHED_NODES,
                      "n1:127.0.0.1:1",
                      Setting.TRANSCODER_FACTORY_CLASS,
                      JdkTranscoderFactory.class.getName())),
              TestApplication.of(
                  "localhost", "/app", null, loader, loader, null, InstantSource.system()),
              List::of);
    }
  }
}
