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
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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
        new Row(Setting.DISCOVERY_INTERVAL, b -> b.discoveryInterval(Duration.ofMinutes(1)), "60"),
        new Row(Setting.FAILOVER_NODES, b -> b.failoverNodes("n1", "n2"), "n1,n2"),
        new Row(Setting.STICKY, b -> b.sticky(false), "false"),
        new Row(Setting.LOCKING_MODE, b -> b.lockingMode("uriPattern:.*"), "uriPattern:.*"),
        new Row(Setting.LOCK_EXPIRATION, b -> b.lockExpiration(Duration.ofMinutes(10)), "600"),
        new Row(Setting.ON_LOCK_TIMEOUT, b -> b.onLockTimeout(OnLockTimeout.PROCEED), "proceed"),
        new Row(Setting.MAX_LOCK_WAITERS, b -> b.maxLockWaiters(5), "5"),
        new Row(Setting.MAX_LOCK_HOLD, b -> b.maxLockHold(-1), "-1"),
        new Row(Setting.GRANULARITY, b -> b.granularity(Granularity.ATTRIBUTE), "attribute"),
        new Row(Setting.REQUEST_URI_IGNORE_PATTERN, b -> b.requestUriIgnorePattern(".*x"), ".*x"),
        new Row(Setting.SESSION_BACKUP_ASYNC, b -> b.sessionBackupAsync(false), "false"),
        new Row(
            Setting.SESSION_BACKUP_TIMEOUT,
            b -> b.sessionBackupTimeout(Duration.ofSeconds(2)),
            "2000"),
        new Row(Setting.OPERATION_TIMEOUT, b -> b.operationTimeout(Duration.ofMillis(250)), "250"),
        new Row(Setting.DOUBT_TIMEOUT, b -> b.doubtTimeout(Duration.ZERO), "0"),
        new Row(Setting.BACKUP_THREAD_COUNT, b -> b.backupThreadCount(3), "3"),
        new Row(Setting.STORAGE_KEY_PREFIX, b -> b.storageKeyPrefix("static:a"), "static:a"),
        new Row(Setting.MEMCACHED_PROTOCOL, b -> b.memcachedProtocol(Protocol.BINARY), "binary"),
        new Row(Setting.USERNAME, b -> b.username("anna"), "anna"),
        new Row(Setting.PASSWORD, b -> b.password("word"), "word"),
        new Row(Setting.TRANSCODER_FACTORY_CLASS, b -> b.transcoderFactoryClass("kryo"), "kryo"),
        new Row(
            Setting.COPY_COLLECTIONS_FOR_SERIALIZATION,
            b -> b.copyCollectionsForSerialization(true),
            "true"),
        new Row(Setting.CUSTOM_CONVERTER, b -> b.customConverter("a.A", "b.B"), "a.A,b.B"),
        new Row(Setting.SESSION_ATTRIBUTE_FILTER, b -> b.sessionAttributeFilter("a.*"), "a.*"),
        new Row(Setting.ENABLE_STATISTICS, b -> b.enableStatistics(false), "false"),
        new Row(Setting.ENABLED, b -> b.enabled(false), "false"),
        new Row(Setting.COPIES, b -> b.copies(1), "1"),
        new Row(Setting.ALLOWED_CLASSES, b -> b.allowedClasses("a.*", "!a.B"), "a.*,!a.B"),
        new Row(Setting.MAX_IDLE_DECODED, b -> b.maxIdleDecoded(-1), "-1"),
        new Row(Setting.RESYNC_RATE, b -> b.resyncRate(50), "50"),
        new Row(Setting.MAX_SESSION_SIZE, b -> b.maxSessionSize(500_000), "500000"),
        new Row(Setting.MAX_ITEM_SIZE, b -> b.maxItemSize(500_000), "500000"),
        new Row(Setting.COMPRESSION, b -> b.compression(Compression.DEFLATE), "deflate"),
        new Row(Setting.COMPRESSION_THRESHOLD, b -> b.compressionThreshold(9), "9"),
        new Row(Setting.PASSWORD_FILE, b -> b.passwordFile(Path.of("/p")), "/p"),
        new Row(Setting.TLS, b -> b.tls(true), "true"),
        new Row(Setting.TLS_CA_FILE, b -> b.tlsCaFile(Path.of("/t")), "/t"),
        new Row(Setting.TLS_TRUST_STORE, b -> b.tlsTrustStore(Path.of("/t")), "/t"),
        new Row(Setting.TLS_TRUST_STORE_PASSWORD, b -> b.tlsTrustStorePassword("t"), "t"),
        new Row(Setting.TLS_CERTIFICATE_FILE, b -> b.tlsCertificateFile(Path.of("/t")), "/t"),
        new Row(Setting.TLS_KEY_FILE, b -> b.tlsKeyFile(Path.of("/t")), "/t"),
        new Row(Setting.TLS_HOSTNAME_VERIFICATION, b -> b.tlsHostnameVerification(false), "false"),
        new Row(Setting.ENCRYPTION_KEY_FILE, b -> b.encryptionKeyFile(Path.of("/k")), "/k"),
        new Row(
            Setting.ENCRYPTION_MIGRATION,
            b -> b.encryptionMigration(EncryptionMigration.SEAL),
            "true"),
        new Row(Setting.SPILL_DIRECTORY, b -> b.spillDirectory(Path.of("/a")), "/a"),
        new Row(Setting.SPILL_LIMIT, b -> b.spillLimit(10), "10"),
        new Row(Setting.EXPIRE_ABANDONED_SESSIONS, b -> b.expireAbandonedSessions(true), "true"),
        new Row(Setting.SESSIONS_BY_USER, b -> b.sessionsByUser(true), "true"));
  }

  @ParameterizedTest
  @MethodSource("rows")
  void methodWhenCalledThenTheAttributeIsAsWrittenInXml(Row row) {
    ManagerBuilder builder = row.call.apply(new ManagerBuilder());

    assertEquals(Map.of(row.setting, row.xml), builder.givenAttributes());
  }

  @ParameterizedTest
  @MethodSource("rows")
  void attributeWhenGivenTheTextOfXmlThenItIsAsIfItsMethodWasCalled(Row row) {
    ManagerBuilder builder = new ManagerBuilder().attribute(row.setting, row.xml);

    assertEquals(Map.of(row.setting, row.xml), builder.givenAttributes());
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

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void settingWhenSearchedThenTheBuilderHasOneMethodOfItsName(Setting<?> setting) {
    List<Method> methods =
        Arrays.stream(ManagerBuilder.class.getMethods())
            .filter(method -> method.getName().equals(setting.attribute()))
            .toList();

    assertEquals(1, methods.size());
    assertEquals(ManagerBuilder.class, methods.get(0).getReturnType());
  }

  @Test
  void methodsWhenListedThenEachBelongsToASetting() {
    Set<String> expected =
        Stream.concat(
                Arrays.stream(Setting.values()).map(Setting::attribute),
                Stream.of("attribute", "build", "transcoderFactory"))
            .collect(Collectors.toCollection(TreeSet::new));

    Set<String> methods =
        Arrays.stream(ManagerBuilder.class.getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .map(Method::getName)
            .collect(Collectors.toCollection(TreeSet::new));

    assertEquals(expected, methods);
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
        Map.of(Setting.MEMCACHED_NODES, "n1:a:1", Setting.STICKY, "false"),
        manager.givenAttributes());
  }

  @Test
  void buildWhenCalledTwiceThenTheSecondManagerKnowsNothingOfTheFirst() {
    ManagerBuilder builder = MemcachedSessionManager.builder().memcachedNodes("n1:a:1");
    MemcachedSessionManager first = builder.build();

    MemcachedSessionManager second = builder.copies(1).build();

    assertNotSame(first, second);
    assertEquals(Map.of(Setting.MEMCACHED_NODES, "n1:a:1"), first.givenAttributes());
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
            .lockExpiration(Duration.ofMillis(2_500));

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
            .operationTimeout(Duration.ofSeconds(Long.MAX_VALUE));

    ConfigurationException e = assertThrows(ConfigurationException.class, builder::build);

    assertEquals("operationTimeout", e.attribute());
  }

  @Test
  void buildWhenNotEnabledThenNothingElseIsChecked() {
    MemcachedSessionManager manager = MemcachedSessionManager.builder().enabled(false).build();

    assertEquals(Map.of(Setting.ENABLED, "false"), manager.givenAttributes());
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
