package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.logging.Level;
import org.apache.catalina.Context;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.webresources.StandardRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UnwantedJarsTest {

  private static final String CLIENT = "net/spy/memcached/MemcachedClient.class";
  private static final String MSM = "de/javakaffee/web/msm/MemcachedSessionService.class";
  private static final String MSM_KRYO =
      "de/javakaffee/web/msm/serializer/kryo/KryoTranscoderFactory.class";

  @TempDir private Path folder;

  @Test
  void lookWhenThereAreJarsOfMsmThenOneWarningNamesThem() throws Exception {
    Path first = jar("memcached-session-manager-2.3.2.jar", MSM);
    Path second = jar("msm-kryo-serializer-2.3.2.jar", MSM_KRYO);

    List<String> warnings = lookInto(new StandardContext(), first, second);

    assertEquals(1, warnings.size(), warnings::toString);
    assertTrue(warnings.get(0).contains(first.toString()), warnings::toString);
    assertTrue(warnings.get(0).contains(second.toString()), warnings::toString);
  }

  @Test
  void lookWhenThereAreTwoClientsThenOneWarningNamesBoth() throws Exception {
    Path first = jar("spymemcached-2.12.3.jar", CLIENT);
    Path second = jar("spymemcached-2.11.1.jar", CLIENT);

    List<String> warnings = lookInto(new StandardContext(), first, second);

    assertEquals(1, warnings.size(), warnings::toString);
    assertTrue(warnings.get(0).contains(first.toString()), warnings::toString);
    assertTrue(warnings.get(0).contains(second.toString()), warnings::toString);
  }

  @Test
  void lookWhenThereIsOneClientThenSaysNothing() throws Exception {
    assertEquals(
        List.of(), lookInto(new StandardContext(), jar("spymemcached-2.12.3.jar", CLIENT)));
  }

  @Test
  void lookWhenTheApplicationHasJarsOfMsmThenNamesThem() throws Exception {
    Path lib = Files.createDirectories(folder.resolve("app/WEB-INF/lib"));
    for (String name :
        List.of(
            "msm-kryo-serializer-2.3.2.jar",
            "memcached-session-manager-tc9-2.3.2.jar",
            "msm-core.jar")) {
      Files.copy(jar(name, MSM), lib.resolve(name));
    }
    Context context = context(folder.resolve("app"));
    try {
      List<String> warnings = lookInto(context);

      assertEquals(1, warnings.size(), warnings::toString);
      String warning = warnings.get(0);
      assertTrue(warning.contains("/shop/WEB-INF/lib/msm-kryo-serializer-2.3.2.jar"), warning);
      assertTrue(warning.contains("memcached-session-manager-tc9-2.3.2.jar"), warning);
      assertFalse(warning.contains("msm-core.jar"), warning);
    } finally {
      context.getResources().stop();
    }
  }

  @Test
  void lookWhenAnotherApplicationStartsThenWhatWasToldIsNotToldAgain() throws Exception {
    try (URLClassLoader loader = loader(jar("memcached-session-manager-2.3.2.jar", MSM));
        CapturedLog log = new CapturedLog(UnwantedJars.class)) {
      UnwantedJars jars = new UnwantedJars(loader);

      jars.look(new StandardContext());
      jars.look(new StandardContext());

      assertEquals(1, log.messages(Level.WARNING).size());
    }
  }

  private List<String> lookInto(Context context, Path... jars) throws IOException {
    try (URLClassLoader loader = loader(jars);
        CapturedLog log = new CapturedLog(UnwantedJars.class)) {
      new UnwantedJars(loader).look(context);
      return log.messages(Level.WARNING);
    }
  }

  private static URLClassLoader loader(Path... jars) throws IOException {
    URL[] urls = new URL[jars.length];
    for (int i = 0; i < jars.length; i++) {
      urls[i] = jars[i].toUri().toURL();
    }
    return new URLClassLoader(urls, ClassLoader.getPlatformClassLoader());
  }

  private Path jar(String name, String entry) throws IOException {
    Path jar = folder.resolve(name);
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream content = new JarOutputStream(file)) {
      content.putNextEntry(new JarEntry(entry));
    }
    return jar;
  }

  private static Context context(Path docBase) throws Exception {
    StandardContext context = new StandardContext();
    context.setName("/shop");
    context.setDocBase(docBase.toString());
    context.setParent(new StandardHost());
    StandardRoot resources = new StandardRoot(context);
    context.setResources(resources);
    resources.start();
    return context;
  }
}
