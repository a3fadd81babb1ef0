package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.core.config.Compression;
import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.EncryptionMigration;
import io.holdfast.core.config.Granularity;
import io.holdfast.core.config.OnLockTimeout;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.config.Setting;
import io.holdfast.serializer.java.JavaTranscoderFactory;
import java.io.IOException;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ManagerBuilderTest {

  /** A call of the builder, and what would be written in XML for it. */
  private record Row(Setting<?> setting, UnaryOperator<ManagerBuilder> call, String xml) {

    @Override
    public String toString() {
      return setting.attribute() + "=\"" + xml + '"';
    }
  }

  static List<Row> rows() {
    return List.of(
        new Row(
            Setting.MEMCACHED_NODES, b -> b.memcachedNodes("n1:a:1", "n2:b:2"), "n1:a:1,n2:b:2"),
        new Row(
            Setting.DISCOVERY_INTERVAL,
            b -> b.set(Setting.DISCOVERY_INTERVAL, Duration.ofMinutes(1)),
            "60"),
        new Row(
            Setting.FAILOVER_NODES,
            b -> b.set(Setting.FAILOVER_NODES, List.of("n1", "n2")),
            "n1,n2"),
        new Row(Setting.STICKY, b -> b.sticky(false), "false"),
        new Row(Setting.LOCKING_MODE, b -> b.lockingMode("uriPattern:.*"), "uriPattern:.*"),
        new Row(
            Setting.LOCK_EXPIRATION,
            b -> b.set(Setting.LOCK_EXPIRATION, Duration.ofMinutes(10)),
            "600"),
        new Row(
            Setting.ON_LOCK_TIMEOUT,
            b -> b.set(Setting.ON_LOCK_TIMEOUT, OnLockTimeout.PROCEED),
            "proceed"),
        new Row(Setting.MAX_LOCK_WAITERS, b -> b.set(Setting.MAX_LOCK_WAITERS, 5), "5"),
        new Row(
            Setting.MAX_LOCK_HOLD, b -> b.set(Setting.MAX_LOCK_HOLD, Duration.ofSeconds(-1)), "-1"),
        new Row(
            Setting.GRANULARITY,
            b -> b.set(Setting.GRANULARITY, Granularity.ATTRIBUTE),
            "attribute"),
        new Row(
            Setting.REQUEST_URI_IGNORE_PATTERN,
            b -> b.set(Setting.REQUEST_URI_IGNORE_PATTERN, Pattern.compile(".*x")),
            ".*x"),
        new Row(
            Setting.SESSION_BACKUP_ASYNC, b -> b.set(Setting.SESSION_BACKUP_ASYNC, false), "false"),
        new Row(
            Setting.SESSION_BACKUP_TIMEOUT,
            b -> b.set(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(2)),
            "2000"),
        new Row(
            Setting.OPERATION_TIMEOUT,
            b -> b.set(Setting.OPERATION_TIMEOUT, Duration.ofMillis(250)),
            "250"),
        new Row(Setting.DOUBT_TIMEOUT, b -> b.set(Setting.DOUBT_TIMEOUT, Duration.ZERO), "0"),
        new Row(Setting.BACKUP_THREAD_COUNT, b -> b.set(Setting.BACKUP_THREAD_COUNT, 3), "3"),
        new Row(
            Setting.STORAGE_KEY_PREFIX,
            b -> b.set(Setting.STORAGE_KEY_PREFIX, "static:a"),
            "static:a"),
        new Row(
            Setting.MEMCACHED_PROTOCOL,
            b -> b.set(Setting.MEMCACHED_PROTOCOL, Protocol.BINARY),
            "binary"),
        new Row(Setting.USERNAME, b -> b.set(Setting.USERNAME, "anna"), "anna"),
        new Row(Setting.PASSWORD, b -> b.set(Setting.PASSWORD, "word"), "word"),
        new Row(Setting.TRANSCODER_FACTORY_CLASS, b -> b.transcoderFactoryClass("kryo"), "kryo"),
        new Row(
            Setting.COPY_COLLECTIONS_FOR_SERIALIZATION,
            b -> b.set(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION, true),
            "true"),
        new Row(
            Setting.CUSTOM_CONVERTER,
            b -> b.set(Setting.CUSTOM_CONVERTER, List.of("a.A", "b.B")),
            "a.A,b.B"),
        new Row(
            Setting.SESSION_ATTRIBUTE_FILTER,
            b -> b.set(Setting.SESSION_ATTRIBUTE_FILTER, Pattern.compile("a.*")),
            "a.*"),
        new Row(Setting.ENABLE_STATISTICS, b -> b.set(Setting.ENABLE_STATISTICS, false), "false"),
        new Row(Setting.ENABLED, b -> b.set(Setting.ENABLED, false), "false"),
        new Row(Setting.COPIES, b -> b.set(Setting.COPIES, 1), "1"),
        new Row(Setting.ALLOWED_CLASSES, b -> b.allowedClasses("a.*", "!a.B"), "a.*,!a.B"),
        new Row(
            Setting.MAX_IDLE_DECODED,
            b -> b.set(Setting.MAX_IDLE_DECODED, Duration.ofSeconds(-1)),
            "-1"),
        new Row(
            Setting.IDLE_OFFLOAD, b -> b.set(Setting.IDLE_OFFLOAD, Duration.ofHours(1)), "3600"),
        new Row(Setting.WAIT_FOR_REPLICAS, b -> b.set(Setting.WAIT_FOR_REPLICAS, 1), "1"),
        new Row(Setting.RESYNC_RATE, b -> b.set(Setting.RESYNC_RATE, 50), "50"),
        new Row(Setting.MAX_SESSION_SIZE, b -> b.set(Setting.MAX_SESSION_SIZE, 500_000), "500000"),
        new Row(Setting.MAX_ITEM_SIZE, b -> b.set(Setting.MAX_ITEM_SIZE, 500_000), "500000"),
        new Row(
            Setting.COMPRESSION, b -> b.set(Setting.COMPRESSION, Compression.DEFLATE), "deflate"),
        new Row(Setting.COMPRESSION_THRESHOLD, b -> b.set(Setting.COMPRESSION_THRESHOLD, 9), "9"),
        new Row(Setting.PASSWORD_FILE, b -> b.set(Setting.PASSWORD_FILE, Path.of("/p")), "/p"),
        new Row(Setting.SENTINEL_USERNAME, b -> b.set(Setting.SENTINEL_USERNAME, "s"), "s"),
        new Row(
            Setting.SENTINEL_PASSWORD_FILE,
            b -> b.set(Setting.SENTINEL_PASSWORD_FILE, Path.of("/s")),
            "/s"),
        new Row(Setting.TLS, b -> b.set(Setting.TLS, true), "true"),
        new Row(Setting.TLS_CA_FILE, b -> b.set(Setting.TLS_CA_FILE, Path.of("/t")), "/t"),
        new Row(Setting.TLS_TRUST_STORE, b -> b.set(Setting.TLS_TRUST_STORE, Path.of("/t")), "/t"),
        new Row(
            Setting.TLS_TRUST_STORE_PASSWORD,
            b -> b.set(Setting.TLS_TRUST_STORE_PASSWORD, "t"),
            "t"),
        new Row(
            Setting.TLS_CERTIFICATE_FILE,
            b -> b.set(Setting.TLS_CERTIFICATE_FILE, Path.of("/t")),
            "/t"),
        new Row(Setting.TLS_KEY_FILE, b -> b.set(Setting.TLS_KEY_FILE, Path.of("/t")), "/t"),
        new Row(
            Setting.TLS_HOSTNAME_VERIFICATION,
            b -> b.set(Setting.TLS_HOSTNAME_VERIFICATION, false),
            "false"),
        new Row(
            Setting.ENCRYPTION_KEY_FILE,
            b -> b.set(Setting.ENCRYPTION_KEY_FILE, Path.of("/k")),
            "/k"),
        new Row(
            Setting.ENCRYPTION_MIGRATION,
            b -> b.set(Setting.ENCRYPTION_MIGRATION, EncryptionMigration.SEAL),
            "true"),
        new Row(Setting.SPILL_DIRECTORY, b -> b.set(Setting.SPILL_DIRECTORY, Path.of("/a")), "/a"),
        new Row(Setting.SPILL_LIMIT, b -> b.set(Setting.SPILL_LIMIT, 10), "10"),
        new Row(
            Setting.EXPIRE_ABANDONED_SESSIONS,
            b -> b.set(Setting.EXPIRE_ABANDONED_SESSIONS, true),
            "true"),
        new Row(Setting.SESSIONS_BY_USER, b -> b.set(Setting.SESSIONS_BY_USER, true), "true"),
        new Row(Setting.ZONE, b -> b.set(Setting.ZONE, "zone-a"), "zone-a"),
        new Row(Setting.TRACING, b -> b.set(Setting.TRACING, true), "true"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void methodWhenCalledThenTheAttributeIsAsWrittenInXml(Row row) {
    ManagerBuilder builder = row.call.apply(new ManagerBuilder());

    assertEquals(Map.of(row.setting, row.xml), builder.values);
  }

  @ParameterizedTest
  @MethodSource("rows")
  void attributeWhenGivenTheTextOfXmlThenItIsAsIfItsMethodWasCalled(Row row) {
    ManagerBuilder builder = new ManagerBuilder().attribute(row.setting, row.xml);

    assertEquals(Map.of(row.setting, row.xml), builder.values);
  }

  @Test
  void attributeWhenASerializerIsNamedThenReplacesTheOneThatTheProgramMade() {
    MemcachedSessionManager manager =
        MemcachedSessionManager.builder()
            .memcachedNodes("n1:a:1")
            .transcoderFactory(new JavaTranscoderFactory())
            .attribute(Setting.TRANSCODER_FACTORY_CLASS, "kryo")
            .build();

    assertEquals("kryo", manager.getProperty("transcoderFactoryClass"));
  }

  @Test
  void rowsWhenComparedWithTheSettingsThenEachIsThere() {
    Set<Setting<?>> tried = rows().stream().map(Row::setting).collect(Collectors.toSet());

    assertEquals(Set.of(Setting.values()), tried);
  }

  @Test
  void documentWhenReadThenItNamesEachMethodThatTakesMoreThanOneText() throws IOException {
    String document = Files.readString(Path.of("../docs/embedding.md"));

    List<String> missing =
        Arrays.stream(ManagerBuilder.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .filter(method -> method.getParameterCount() == 1)
            .filter(method -> method.getParameterTypes()[0] != String.class)
            .map(method -> "`" + method.getName() + "`")
            .filter(name -> !document.contains(name))
            .toList();

    assertEquals(List.of(), missing);
  }

  @Test
  void buildWhenAllIsGivenThenTheManagerHasIt() {
    MemcachedSessionManager manager =
        MemcachedSessionManager.builder().memcachedNodes("n1:a:1").sticky(false).build();

    assertEquals(
        Map.of(Setting.MEMCACHED_NODES, "n1:a:1", Setting.STICKY, "false"), manager.given.all());
  }

  @Test
  void buildWhenCalledTwiceThenTheSecondManagerKnowsNothingOfTheFirst() {
    ManagerBuilder builder = MemcachedSessionManager.builder().memcachedNodes("n1:a:1");
    MemcachedSessionManager first = builder.build();

    MemcachedSessionManager second = builder.set(Setting.COPIES, 1).build();

    assertNotSame(first, second);
    assertEquals(Map.of(Setting.MEMCACHED_NODES, "n1:a:1"), first.given.all());
  }

  @Test
  void buildWhenNodesAreMissingThenSaysWhatXmlWouldSay() {
    ManagerBuilder builder = MemcachedSessionManager.builder();
    ConfigurationException inXml =
        assertThrows(ConfigurationException.class, () -> ConfigurationParser.parse(Map.of()));

    ConfigurationException e = assertThrows(ConfigurationException.class, builder::build);

    assertEquals(inXml.getMessage(), e.getMessage());
  }

  @Test
  void buildWhenADurationIsNoWholeNumberOfItsUnitThenSaysWhatXmlWouldSay() {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("n1:a:1")
            .set(Setting.LOCK_EXPIRATION, Duration.ofMillis(2_500));

    ConfigurationException e = assertThrows(ConfigurationException.class, builder::build);

    assertEquals(
        "lockExpiration=\"2.5\": use 2s to 1h, for example 10s; a number without a unit is seconds",
        e.getMessage());
  }

  @Test
  void buildWhenADurationIsTooLongToCountThenSaysWhatXmlWouldSay() {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("n1:a:1")
            .set(Setting.OPERATION_TIMEOUT, Duration.ofSeconds(Long.MAX_VALUE));

    ConfigurationException e = assertThrows(ConfigurationException.class, builder::build);

    assertEquals("operationTimeout", e.attribute());
  }

  @Test
  void buildWhenNotEnabledThenNothingElseIsChecked() {
    MemcachedSessionManager manager =
        MemcachedSessionManager.builder().set(Setting.ENABLED, false).build();

    assertEquals(Map.of(Setting.ENABLED, "false"), manager.given.all());
  }

  @Test
  void transcoderFactoryWhenGivenThenTheAttributeShowsItsClass() {
    ManagerBuilder builder =
        MemcachedSessionManager.builder()
            .memcachedNodes("n1:a:1")
            .transcoderFactory(new JavaTranscoderFactory());

    MemcachedSessionManager manager = builder.build();

    assertEquals(
        JavaTranscoderFactory.class.getName(), manager.getProperty("transcoderFactoryClass"));
  }
}
