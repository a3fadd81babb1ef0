package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Setup;
import io.holdfast.benchmarks.load.Store;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Tomcats that keep sessions in Redis with Redisson's manager and its defaults. */
final class RedissonInstallation implements Installation {

  private final Bench bench;
  private final RedisServer redis;
  private final SecondTomcat second;
  private final Path configuration;

  RedissonInstallation(Bench bench) throws IOException {
    this.bench = bench;
    this.second = new SecondTomcat(bench);
    this.redis = new RedisServer();
    this.configuration = Files.createTempFile("holdfast-redisson-", ".yaml");
    Files.writeString(
        configuration,
        """
        singleServerConfig:
          address: "redis://127.0.0.1:%d"
        """
            .formatted(redis.port()));
  }

  private Setup setup() throws IOException {
    String context =
        """
        <Context>
          <Manager className="org.redisson.tomcat.RedissonSessionManager" configPath="%s"/>
        </Context>
        """
            .formatted(configuration);
    return new Setup(context, PeerJars.of(bench, "redisson"));
  }

  @Override
  public TomcatProcess first() throws IOException {
    return bench.start(setup(), SecondTomcat.FIRST_ROUTE);
  }

  @Override
  public TomcatProcess second() throws IOException {
    return second.with(setup());
  }

  @Override
  public Store store() {
    return redis;
  }

  @Override
  public void close() throws IOException {
    second.close();
    redis.close();
    Files.deleteIfExists(configuration);
  }
}
