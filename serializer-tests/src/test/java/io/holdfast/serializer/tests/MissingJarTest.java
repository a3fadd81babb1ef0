package io.holdfast.serializer.tests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.Setting;
import io.holdfast.core.transcoder.filter.ApplicationClasses;
import io.holdfast.sessions.runtime.ClientResources;
import io.holdfast.sessions.runtime.SessionRuntime;
import io.holdfast.sessions.runtime.WebAppContext;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that lacks a jar which the serializer needs. */
final class MissingJarTest {

  @ParameterizedTest
  @CsvSource({
    "java,       serializer-base,       holdfast-serializer-base",
    "xstream,    serializer-graph,      holdfast-serializer-graph",
    "javolution, serializer-graph,      holdfast-serializer-graph",
    "xstream,    thoughtworks,          holdfast-serializer-xstream",
    "javolution, javolution/javolution, holdfast-serializer-javolution",
    "kryo,       esotericsoftware/kryo, holdfast-serializer-kryo"
  })
  void newWhenAJarOfTheSerializerIsMissingThenTheMessageNamesIt(
      String serializer, String missing, String remedy) throws Exception {
    try (URLClassLoader without = new URLClassLoader(without(missing), platform())) {
      Class<?> starter = without.loadClass(Starter.class.getName());

      InvocationTargetException e =
          assertThrows(
              InvocationTargetException.class,
              () -> starter.getMethod("start", String.class).invoke(null, serializer));

      Throwable refused = Objects.requireNonNull(e.getCause());
      String message = String.valueOf(refused.getMessage());
      assertEquals(ConfigurationException.class.getName(), refused.getClass().getName(), message);
      assertTrue(message.startsWith("transcoderFactoryClass=\"" + serializer + "\": "), message);
      assertTrue(message.contains("; add io.holdfast:" + remedy + " to the dependencies"), message);
      assertTrue(message.contains("transcoderFactoryClass=\"java\""), message);
    }
  }

  private static ClassLoader platform() {
    return ClassLoader.getPlatformClassLoader();
  }

  private static URL[] without(String jar) throws IOException {
    List<Path> left =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
            .filter(entry -> !entry.replace(File.separatorChar, '/').contains(jar))
            .map(Path::of)
            .toList();
    URL[] urls = new URL[left.size()];
    for (int i = 0; i < urls.length; i++) {
      urls[i] = left.get(i).toUri().toURL();
    }
    return urls;
  }

  /** What a manager does when it starts, in another loader's class of this name. */
  public static final class Starter {

    private Starter() {}

    public static void start(String serializer) {
      ClassLoader loader = Starter.class.getClassLoader();
      Map<Setting<?>, String> settings =
          Map.of(
              Setting.MEMCACHED_NODES,
              "n1:127.0.0.1:1",
              Setting.TRANSCODER_FACTORY_CLASS,
              serializer);
      new SessionRuntime(
              ConfigurationParser.parse(settings),
              new WebAppContext(
                  "localhost",
                  "/app",
                  null,
                  loader,
                  ApplicationClasses.NONE,
                  loader,
                  null,
                  InstantSource.system(),
                  new ClientResources(loader)),
              List::of)
          .close();
    }
  }
}
