package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Bench;
import io.holdfast.benchmarks.engine.Bench.Setup;
import io.holdfast.benchmarks.engine.Mode;
import io.holdfast.benchmarks.engine.Nodes;
import io.holdfast.benchmarks.report.Texts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** The ways of keeping sessions; the others are compared with the first. */
final class Contenders {

  static final String PLAIN = Mode.PLAIN.toString();

  private static final List<String> SERIALIZERS = List.of("kryo", "java", "xstream", "javolution");
  private static final Map<String, String> FACTORIES_OF_MSM =
      Map.of(
          "java", "JavaSerializationTranscoderFactory",
          "kryo", "serializer.kryo.KryoTranscoderFactory",
          "xstream", "serializer.xstream.XStreamTranscoderFactory",
          "javolution", "serializer.javolution.JavolutionTranscoderFactory");

  /**
   * Packages that are opened for MSM's serializers, besides those that Tomcat opens. Its kryo has
   * newer libraries than its own descriptor names; as published it stores nothing on Java 17, while
   * the pages are answered. Its xstream does not start without these packages.
   */
  private static final Map<String, List<String>> OPENS_OF_MSM =
      Map.of(
          "kryo",
          List.of(
              "java.base/java.math",
              "java.base/java.net",
              "java.base/java.nio",
              "java.base/java.text",
              "java.base/java.time",
              "java.base/java.util.regex"),
          "xstream",
          List.of("java.base/java.text", "java.desktop/java.awt.font"));

  private final Bench bench;
  private final List<String> jvmOptions;
  private final Map<String, Callable<Pair>> all = new LinkedHashMap<>();

  private Contenders(Bench bench, List<String> jvmOptions) {
    this.bench = bench;
    this.jvmOptions = jvmOptions;
    all.put(PLAIN, () -> Pair.onNodes(bench, nodes -> Setup.PLAIN.with(jvmOptions)));
  }

  /** All of them, by their titles. */
  static Map<String, Callable<Pair>> on(Bench bench) {
    Contenders contenders = new Contenders(bench, List.of());
    contenders.addAll();
    return contenders.all;
  }

  /**
   * The ones that {@link Cold} starts.
   *
   * @param log where each Tomcat writes which classes it loads
   */
  static Map<String, Callable<Pair>> cold(Bench bench, Path log) {
    Contenders contenders = new Contenders(bench, List.of("-Xlog:class+load:file=" + log));
    contenders.holdfast("Holdfast, async", "kryo", Mode.STICKY_ASYNC);
    contenders.addSync();
    contenders.holdfast("Holdfast, non-sticky none", "kryo", Mode.NONE);
    contenders.holdfast("Holdfast, non-sticky all", "kryo", Mode.ALL);
    contenders.msm("MSM, non-sticky none", "kryo", Mode.NONE);
    return contenders.all;
  }

  /** The ones whose first request {@link Cold} measures: with a backup before the answer. */
  static Map<String, Callable<Pair>> first(Bench bench) {
    Contenders contenders = new Contenders(bench, List.of());
    contenders.addSync();
    return contenders.all;
  }

  private void addSync() {
    holdfast("Holdfast, sync", "kryo", Mode.STICKY_SYNC);
    msm("MSM, sync", "kryo", Mode.STICKY_SYNC);
  }

  private void addAll() {
    SERIALIZERS.forEach(
        serializer ->
            holdfast("Holdfast " + serializer + ", async", serializer, Mode.STICKY_ASYNC));
    holdfast("Holdfast kryo, sync", "kryo", Mode.STICKY_SYNC);
    holdfast("Holdfast kryo, non-sticky optimistic", "kryo", Mode.OPTIMISTIC);
    holdfast("Holdfast kryo, non-sticky none", "kryo", Mode.NONE);
    onRedis("Holdfast kryo on Redis, sync", 1, Mode.STICKY_SYNC);
    onRedis("Holdfast kryo on Redis, non-sticky none", 1, Mode.NONE);
    onRedis("Holdfast kryo on two Redis, non-sticky none", 2, Mode.NONE);
    SERIALIZERS.forEach(
        serializer -> msm("MSM " + serializer + ", async", serializer, Mode.STICKY_ASYNC));
    msm("MSM kryo, sync", "kryo", Mode.STICKY_SYNC);
    msm("MSM kryo, non-sticky none", "kryo", Mode.NONE);
    redisson();
    springSession();
    all.put("Tomcat's DeltaManager", () -> DeltaCluster.open(bench));
    all.put("Tomcat's PersistentManager", this::persistent);
  }

  /** The attributes of ours are called as those of memcached-session-manager. */
  private void holdfast(String title, String serializer, Mode mode) {
    all.put(
        title,
        () ->
            Pair.onNodes(
                bench,
                nodes -> bench.holdfast(nodes, serializer, mode.attributes()).with(jvmOptions)));
  }

  private void onRedis(String title, int servers, Mode mode) {
    all.put(
        title,
        () ->
            Pair.sharing(
                bench,
                RedisServers.start(servers),
                redis -> bench.holdfastOnValkey(redis.addresses(), "kryo", mode.attributes())));
  }

  private void msm(String title, String serializer, Mode mode) {
    all.put(
        title,
        () ->
            Pair.onNodes(
                bench, nodes -> msm(nodes, serializer, mode.attributes()).with(jvmOptions)));
  }

  /** As its documents say to install it. */
  private Setup msm(Nodes nodes, String serializer, String attributes) throws IOException {
    String context =
        Texts.read("contexts/msm.xml")
            .formatted(nodes.addresses(), FACTORIES_OF_MSM.get(serializer), attributes);
    List<Path> jars = new ArrayList<>(jars(bench, "msm"));
    if (!serializer.equals("java")) {
      jars.addAll(jars(bench, "msm-" + serializer));
    }
    return new Setup(
        context,
        jars,
        OPENS_OF_MSM.getOrDefault(serializer, List.of()).stream()
            .map(name -> "--add-opens=" + name + "=ALL-UNNAMED")
            .toList(),
        "",
        "");
  }

  private void redisson() {
    all.put(
        "Redisson on Redis",
        () ->
            Pair.sharing(
                bench,
                new RedisServer(),
                redis -> {
                  Path configuration =
                      file(
                          """
                          singleServerConfig:
                            address: "redis://127.0.0.1:%d"
                          """
                              .formatted(redis.port()));
                  return new Setup(
                      Texts.read("contexts/redisson.xml").formatted(configuration),
                      jars(bench, "redisson"));
                }));
  }

  /**
   * Spring Session as its documents configure it by XML; its jars are in Tomcat, as the others'.
   */
  private void springSession() {
    all.put(
        "Spring Session on Redis",
        () ->
            Pair.sharing(
                bench,
                new RedisServer(),
                redis ->
                    new Setup(
                        Texts.read("contexts/spring-session.xml")
                            .formatted(
                                file(
                                    Texts.read("contexts/spring-session-beans.xml")
                                        .formatted(redis.port()))),
                        jars(bench, "spring-session"),
                        List.of(),
                        "",
                        Texts.read("contexts/spring-session-web.xml"))));
  }

  /** A file that is deleted with this virtual machine. */
  private static Path file(String text) throws IOException {
    Path file = Files.createTempFile("holdfast-peer-", ".txt");
    file.toFile().deleteOnExit();
    return Files.writeString(file, text);
  }

  /**
   * Tomcat's PersistentManager on a directory of files. Everything is as quick as it can be set:
   * each second, every session that was used since the last time is written.
   */
  private Pair persistent() throws IOException {
    Path directory = Files.createTempDirectory("holdfast-persistent-");
    String context = Texts.read("contexts/persistent.xml").formatted(directory);
    return Pair.sharing(bench, new FilesStore(directory), any -> new Setup(context, List.of()));
  }

  /** What the build took from Maven Central for a peer; see the profile {@code peers}. */
  private static List<Path> jars(Bench bench, String peer) throws IOException {
    Path directory = bench.root().resolve("benchmarks/target/peers").resolve(peer);
    if (!Files.isDirectory(directory)) {
      throw new IOException("the build has not resolved its jars");
    }
    return Bench.jarsIn(directory);
  }
}
