package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.process.ChildProcess;
import io.holdfast.testkit.process.Jdk;
import io.holdfast.testkit.tomcat.TomcatDistribution;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The zip's command on untouched Tomcats with the zip's jars, as an operator calls it. */
final class DoctorIT {

  private static final Path DISTRIBUTION = Path.of(Cluster.property("holdfast.distribution"));
  private static final Duration DEADLINE = Duration.ofSeconds(60);

  @TempDir private Path base;

  @ParameterizedTest
  @CsvSource({"9, java", "10, kryo", "11, xstream", "11, javolution"})
  void doctorWhenTheZipIsInstalledThenNothingIsWrong(int line, String serializer)
      throws IOException {
    TomcatDistribution tomcat = install(line, serializer);
    try (MemcachedNode node = StoreNodes.start()) {
      configure(serializer, node.location());

      String said = said(0, "--tomcat", base.toString(), "--home", tomcat.home().toString());

      assertTrue(said.contains("fine    " + base + ": Tomcat " + tomcat.version()), said);
      assertTrue(
          said.contains(
              "the jars for transcoderFactoryClass=\"%s\" are there".formatted(serializer)),
          said);
      assertTrue(said.contains("stores, reads and deletes"), said);
    }
  }

  @Test
  void doctorWhenAJarIsLeftOutThenItIsNamed() throws IOException {
    TomcatDistribution tomcat = install(11, "kryo");
    try (Stream<Path> jars = Files.list(base.resolve("lib"))) {
      for (Path jar : jars.filter(each -> each.toString().contains("objenesis")).toList()) {
        Files.delete(jar);
      }
    }
    try (MemcachedNode node = StoreNodes.start()) {
      configure("kryo", node.location());

      String said = said(1, "--tomcat", base.toString(), "--home", tomcat.home().toString());

      assertTrue(said.contains("these jars are missing: objenesis; copy all jars"), said);
    }
  }

  private TomcatDistribution install(int line, String serializer) throws IOException {
    TomcatDistribution tomcat =
        TomcatDistribution.at(Path.of(Cluster.property("holdfast.tomcat" + line)));
    for (String folder : List.of("conf", "lib", "webapps")) {
      Files.createDirectories(base.resolve(folder));
    }
    for (String file : List.of("conf/server.xml", "conf/catalina.properties")) {
      Files.copy(tomcat.home().resolve(file), base.resolve(file));
    }
    try (Stream<Path> jars = Files.list(DISTRIBUTION.resolve(serializer))) {
      for (Path jar : jars.toList()) {
        Files.copy(jar, base.resolve("lib").resolve(jar.getFileName()));
      }
    }
    return tomcat;
  }

  private void configure(String serializer, String node) throws IOException {
    String example =
        Files.readString(DISTRIBUTION.resolve("examples/sticky-async/context.xml"))
            .replace("127.0.0.1:11211", node)
            .replace(
                "transcoderFactoryClass=\"kryo\"",
                "transcoderFactoryClass=\"%s\"".formatted(serializer));
    Files.writeString(base.resolve("conf/context.xml"), example);
  }

  private static String said(int status, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Jdk.running().java().toString());
    command.addAll(List.of("-jar", DISTRIBUTION.resolve("holdfast-doctor.jar").toString()));
    command.addAll(Arrays.asList(arguments));
    ChildProcess doctor =
        ChildProcess.start("doctor", new ProcessBuilder(command).redirectErrorStream(true));
    String said = doctor.output();
    assertEquals(status, doctor.join(DEADLINE), said);
    return said;
  }
}
