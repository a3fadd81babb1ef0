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

  private static <T> Row row(Setting<T> setting, T value, String xml) {
    return new Row(setting, builder -> builder.set(setting, value), xml);
  }

  static List<Row> rows() {
    return List.of(
        new Row(
            Setting.MEMCACHED_NODES, b -> b.memcachedNodes("n1:a:1", "n2:b:2"), "n1:a:1,n2:b:2"),
        row(Setting.DISCOVERY_INTERVAL, Duration.ofMinutes(1), "60"),
        row(Setting.FAILOVER_NODES, List.of("n1", "n2"), "n1,n2"),
        new Row(Setting.STICKY, b -> b.sticky(false), "false"),
        new Row(Setting.LOCKING_MODE, b -> b.lockingMode("uriPattern:.*"), "uriPattern:.*"),
        row(Setting.LOCK_EXPIRATION, Duration.ofMinutes(10), "600"),
        row(Setting.ON_LOCK_TIMEOUT, OnLockTimeout.PROCEED, "proceed"),
        row(Setting.MAX_LOCK_WAITERS, 5, "5"),
        row(Setting.MAX_LOCK_HOLD, Duration.ofSeconds(-1), "-1"),
        row(Setting.GRANULARITY, Granularity.ATTRIBUTE, "attribute"),
        row(Setting.REQUEST_URI_IGNORE_PATTERN, Pattern.compile(".*x"), ".*x"),
        row(Setting.SESSION_BACKUP_ASYNC, false, "false"),
        row(Setting.SESSION_BACKUP_TIMEOUT, Duration.ofSeconds(2), "2000"),
        row(Setting.OPERATION_TIMEOUT, Duration.ofMillis(250), "250"),
        row(Setting.DOUBT_TIMEOUT, Duration.ZERO, "0"),
        row(Setting.BACKUP_THREAD_COUNT, 3, "3"),
        row(Setting.STORAGE_KEY_PREFIX, "static:a", "static:a"),
        row(Setting.MEMCACHED_PROTOCOL, Protocol.BINARY, "binary"),
        row(Setting.USERNAME, "anna", "anna"),
        row(Setting.PASSWORD, "word", "word"),
        new Row(Setting.TRANSCODER_FACTORY_CLASS, b -> b.transcoderFactoryClass("kryo"), "kryo"),
        row(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION, true, "true"),
        row(Setting.CUSTOM_CONVERTER, List.of("a.A", "b.B"), "a.A,b.B"),
        row(Setting.SESSION_ATTRIBUTE_FILTER, Pattern.compile("a.*"), "a.*"),
        row(Setting.ENABLE_STATISTICS, false, "false"),
        row(Setting.ENABLED, false, "false"),
        row(Setting.COPIES, 1, "1"),
        new Row(Setting.ALLOWED_CLASSES, b -> b.allowedClasses("a.*", "!a.B"), "a.*,!a.B"),
        row(Setting.MAX_IDLE_DECODED, Duration.ofSeconds(-1), "-1"),
        row(Setting.IDLE_OFFLOAD, Duration.ofHours(1), "3600"),
        row(Setting.WAIT_FOR_REPLICAS, 1, "1"),
        row(Setting.RESYNC_RATE, 50, "50"),
        row(Setting.MAX_SESSION_SIZE, 500_000, "500000"),
        row(Setting.MAX_ITEM_SIZE, 500_000, "500000"),
        row(Setting.COMPRESSION, Compression.DEFLATE, "deflate"),
        row(Setting.COMPRESSION_THRESHOLD, 9, "9"),
        row(Setting.PASSWORD_FILE, Path.of("/p"), "/p"),
        row(Setting.SENTINEL_USERNAME, "s", "s"),
        row(Setting.SENTINEL_PASSWORD_FILE, Path.of("/s"), "/s"),
        row(Setting.TLS, true, "true"),
        row(Setting.TLS_CA_FILE, Path.of("/t"), "/t"),
        row(Setting.TLS_TRUST_STORE, Path.of("/t"), "/t"),
        row(Setting.TLS_TRUST_STORE_PASSWORD, "t", "t"),
        row(Setting.TLS_CERTIFICATE_FILE, Path.of("/t"), "/t"),
        row(Setting.TLS_KEY_FILE, Path.of("/t"), "/t"),
        row(Setting.TLS_HOSTNAME_VERIFICATION, false, "false"),
        row(Setting.ENCRYPTION_KEY_FILE, Path.of("/k"), "/k"),
        row(Setting.ENCRYPTION_MIGRATION, EncryptionMigration.SEAL, "true"),
        row(Setting.SPILL_DIRECTORY, Path.of("/a"), "/a"),
        row(Setting.SPILL_LIMIT, 10, "10"),
        row(Setting.EXPIRE_ABANDONED_SESSIONS, true, "true"),
        row(Setting.SESSIONS_BY_USER, true, "true"),
        row(Setting.ZONE, "zone-a", "zone-a"),
        row(Setting.TRACING, true, "true"));
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
