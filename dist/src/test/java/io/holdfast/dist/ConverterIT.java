package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * The distribution's converters in {@code tomcat/lib}, their library in the application or nowhere:
 * each night. In a build {@code ConverterLoadingTest} asks the same of class loaders like Tomcat's.
 */
@EnabledIfSystemProperty(named = "holdfast.lines", matches = "all")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConverterIT {

  private static final String CONVERTER = "io.holdfast.converters.JodaTime";
  private static final String DATE = "org.joda.time.LocalDate";

  private @Nullable Cluster running;

  @BeforeAll
  void startTomcats(@TempDir Path libraries) throws IOException {
    Path joda = jarOf(org.joda.time.LocalDate.class);
    Files.copy(joda, libraries.resolve(joda.getFileName()));
    ContextXml bare = ContextXml.synchronous("bare").manager("customConverter", CONVERTER);
    ContextXml shop =
        bare.renamed("shop")
            .manager("allowedClasses", DATE)
            .containing(mountedAsItsLibraries(libraries));
    running =
        Cluster.start(
            11,
            "kryo",
            List.of(shop, bare),
            settings -> settings.libraries(Cluster.jars("converters")));
  }

  private static String mountedAsItsLibraries(Path folder) {
    return "<Resources><PostResources base=\"%s\" webAppMount=\"/WEB-INF/lib\" className=\"%s\"/></Resources>"
        .formatted(folder, "org.apache.catalina.webresources.DirResourceSet");
  }

  private static Path jarOf(Class<?> type) {
    return Path.of(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString()));
  }

  private Cluster cluster() {
    Cluster cluster = running;
    if (cluster == null) {
      throw new IllegalStateException("not started");
    }
    return cluster;
  }

  @AfterAll
  void stopTomcats() {
    if (running != null) {
      running.close();
    }
  }

  @Test
  void requestWhenItsTomcatWasKilledThenTheNextOneHasTheConvertedAttribute() {
    Visitor visitor = new Visitor("shop");
    visitor.ask(cluster().t1, "make?name=birthday&type=" + DATE + "&value=1912-06-23");
    byte[] stored = cluster().recordBytes(visitor);

    cluster().t1.kill();

    assertEquals("1912-06-23", visitor.value(cluster().t2, "get?name=birthday"));
    String text = new String(stored, StandardCharsets.ISO_8859_1);
    assertTrue(text.contains("birthda"), text);
    assertFalse(text.contains("LocalDate"), "not converted: " + text);
  }

  @Test
  void startWhenLibraryIsMissingThenFailsAndNamesItsJar() {
    String log = cluster().t2.logs();

    assertTrue(log.contains("customConverter=\"" + CONVERTER + "\""), log);
    assertTrue(log.contains("the jar of joda-time"), log);
  }
}
