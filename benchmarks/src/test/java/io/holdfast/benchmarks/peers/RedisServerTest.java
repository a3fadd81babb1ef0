package io.holdfast.benchmarks.peers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.holdfast.benchmarks.report.Turn.Traffic;
import io.holdfast.testkit.LineConnection;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class RedisServerTest {

  @BeforeAll
  static void findRedis() {
    assumeTrue(
        Arrays.stream(String.valueOf(System.getenv("PATH")).split(File.pathSeparator, -1))
            .anyMatch(directory -> Files.isExecutable(Path.of(directory, "redis-server"))),
        "there is no redis-server");
  }

  @Test
  void trafficWhenOthersAskThenTheirsIsCountedAndOursIsNot() throws IOException {
    try (RedisServer redis = new RedisServer();
        LineConnection other =
            LineConnection.open("127.0.0.1", redis.port(), Duration.ofSeconds(20))) {
      Traffic before = redis.traffic();
      assertEquals(before, redis.traffic());

      other.send("PING\r\n");
      other.expect("+PONG");

      assertEquals(new Traffic(1, 6), redis.traffic().since(before));
    }
  }
}
