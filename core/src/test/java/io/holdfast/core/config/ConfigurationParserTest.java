package io.holdfast.core.config;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationParserTest {

  @Test
  void parseWhenOnlyNodesAreGivenThenEverythingElseHasItsDefault() {
    SessionConfiguration configuration = parse(Map.of(Setting.MEMCACHED_NODES, "n1:cache:11211"));

    assertEquals(List.of(new NodeAddress("n1", "cache", 11211)), configuration.layout().nodes());
    assertEquals(Set.of(), configuration.layout().failoverNodes());
    assertTrue(configuration.get(Setting.SESSION_BACKUP_ASYNC));
    assertEquals(Duration.ofMillis(100), configuration.get(Setting.SESSION_BACKUP_TIMEOUT));
    assertEquals(Duration.ofSeconds(1), configuration.get(Setting.OPERATION_TIMEOUT));
    assertEquals(Duration.ofSeconds(10), configuration.get(Setting.DOUBT_TIMEOUT));
    assertEquals(Runtime.getRuntime().availableProcessors(), configuration.backupThreads());
    assertEquals(Protocol.TEXT, configuration.get(Setting.MEMCACHED_PROTOCOL));
    assertEquals("java", configuration.get(Setting.TRANSCODER_FACTORY_CLASS));
    assertTrue(configuration.isSticky());
    assertEquals(LockingMode.Plain.NONE, configuration.lockingMode());
    assertNull(configuration.find(Setting.MAX_IDLE_DECODED).orElse(null));
    assertEquals(Granularity.SESSION, configuration.granularity());
    assertEquals(1, configuration.layout().copies());
    assertFalse(configuration.get(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION));
    assertNull(configuration.find(Setting.SESSION_ATTRIBUTE_FILTER).orElse(null));
    assertNull(configuration.find(Setting.REQUEST_URI_IGNORE_PATTERN).orElse(null));
    assertNull(configuration.username());
    assertNull(configuration.password());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "n1:a:1,n2:b:2",
        "n1:a:1 n2:b:2",
        " n1:a:1 , n2:b:2 ",
        "n1:a:1\n  n2:b:2",
        "n1:a:1,,n2:b:2,"
      })
  void parseWhenNodesAreSeparatedInAnyMixThenAllAreFound(String value) {
    SessionConfiguration configuration = parse(Map.of(Setting.MEMCACHED_NODES, value));

    assertEquals(
        List.of(new NodeAddress("n1", "a", 1), new NodeAddress("n2", "b", 2)),
        configuration.layout().nodes());
  }

  @ParameterizedTest
  @CsvSource({
    "n1:[::1]:11211, n1, ::1, 11211",
    "[2001:db8::7]:1, [2001:db8::7]:1, 2001:db8::7, 1",
    "cache.example.org:11211, cache.example.org:11211, cache.example.org, 11211",
    "n1:my.ab.0001.use1.cache.amazonaws.com:11211, n1, my.ab.0001.use1.cache.amazonaws.com, 11211",
    "n1:my.cfg.example.org:11211, n1, my.cfg.example.org, 11211",
    "my-node_1:10.0.0.1:65535, my-node_1, 10.0.0.1, 65535"
  })
  void parseWhenNodeHasItsFormThenItIsRead(String value, String id, String host, int port) {
    SessionConfiguration configuration = parse(Map.of(Setting.MEMCACHED_NODES, value));

    assertEquals(List.of(new NodeAddress(id, host, port)), configuration.layout().nodes());
  }

  @ParameterizedTest
  @CsvSource({
    "redis://:pw@cache:6379, write nodes of Valkey or Redis as",
    "rediss://user:pw@cache:6379, write nodes of Valkey or Redis as",
    "'redis://:p,w@cache:6379', write nodes of Valkey or Redis as",
    "'redis://:p w@cache:6379,redis://:p@w@cache:6380', write nodes of Valkey or Redis as",
    "'n1:a:1 user:p,w@cache:11211', is not a node",
    "'n1:a:1,redis://:p/w@cache:6379', write nodes of Valkey or Redis as",
    "http://user:pw@cache:8091/pools, Couchbase is not supported",
    "memcached://user:pw@cache:11211, a node is not a URL",
    "user:pw@cache:11211, is not a node"
  })
  void parseWhenNodeIsOfAnotherStoreThenSaysSoAndShowsNoPassword(String value, String reason) {
    String message = refused(Map.of(Setting.MEMCACHED_NODES, value));

    assertTrue(message.contains(reason), message);
    assertTrue(message.contains("host:port"), message);
    assertFalse(Pattern.compile("p[/, @]?w@|:p\\b|\\bw@").matcher(message).find(), message);
    assertTrue(message.contains("***@cache:"), message);
  }

  @ParameterizedTest
  @CsvSource({
    "valkey://cache:6379, cache:6379, cache, 6379, VALKEY, valkey://cache:6379",
    "n1:valkey://cache:7000, n1, cache, 7000, VALKEY, n1:valkey://cache:7000",
    "redis://cache, cache:6379, cache, 6379, VALKEY, valkey://cache:6379",
    "REDIS://cache:6379/, cache:6379, cache, 6379, VALKEY, valkey://cache:6379",
    "redis://cache:6379/0, cache:6379, cache, 6379, VALKEY, valkey://cache:6379",
    "rediss://cache:6380, cache:6380, cache, 6380, VALKEYS, valkeys://cache:6380",
    "rediss://cache, cache:6379, cache, 6379, VALKEYS, valkeys://cache:6379",
    "RedisS://cache/, cache:6379, cache, 6379, VALKEYS, valkeys://cache:6379",
    "n1:valkeys://cache/0, n1, cache, 6379, VALKEYS, n1:valkeys://cache:6379",
    "n1:valkeys://[::1]:6380, n1, ::1, 6380, VALKEYS, n1:valkeys://[::1]:6380"
  })
  void parseWhenNodeIsValkeyOrRedisThenOfThatEngine(
      String value, String id, String host, int port, Engine engine, String entry) {
    SessionConfiguration configuration = parse(Map.of(Setting.MEMCACHED_NODES, value));

    assertEquals(
        List.of(new NodeAddress(id, host, port, host, null, engine)),
        configuration.layout().nodes());
    assertEquals(entry, configuration.layout().nodeList());
    assertEquals(engine == Engine.VALKEYS, configuration.tls() != null);
  }

  /** Whatever else an address has: its connection is never in the clear. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "rediss://ann@cache",
        "n1:valkeys://ann@cache:6380",
        "valkeys://cache?zone=a",
        "dns:valkeys://cache:6380",
        "dns:rediss://cache?zone=a, dns:valkeys://other?zone=b",
        "srv:valkeys://_valkey._tcp.cache"
      })
  void parseWhenAnAddressIsEncryptedThenTlsIsOn(String nodes) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, nodes);
    values.put(Setting.USERNAME, "ann");
    values.put(Setting.PASSWORD, "secret");

    SessionConfiguration configuration = parse(values);

    assertEquals(Engine.VALKEYS, configuration.layout().engine());
    assertTrue(configuration.tls() != null, nodes);
  }

  @ParameterizedTest
  @CsvSource({
    "'n1:valkey://a:1,n2:b:2', 'all nodes are of one kind, but \"n1\" is Valkey and \"n2\" is memcached'",
    "'n1:valkey://a:1,n2:valkeys://b:2', but \"n1\" is Valkey and \"n2\" is Valkey with TLS",
    "valkey://a:6379/3, sessions in the database 0",
    "valkey://user@a:6379, password or passwordFile is needed as well",
    "valkey://user:1234@a, password belongs in the attribute password",
    "'n1:valkey://ann@a,n2:valkey://bob@b', all nodes have one user",
    "'n1:valkey://ann@a,n2:valkey://b', all nodes have one user",
    "'n1:valkey://a:1,n2:redis://a:1', are one server",
    "n1:valkey://a:1234@zone-a, with a zone as id:valkey://host:port?zone=name",
    "'n1:valkey://a:1?zone=a,n2:valkey://b:1', write id:valkey://host:port?zone=name for each",
    "dns:valkey://ann@a:1, a user belongs in the attribute username",
    "dns:valkey://ann:1234@a, a user belongs in the attribute username",
    "'dns:valkey://a,dns:b:1?zone=b', are of one kind",
    "'dns:valkey://a,dns:valkey://b', 'dns:valkey://name:port?zone=name, with another zone'",
    "dns:valkey://10.0.0.1, 'list it, as id:valkey://host:port'",
    "srv:valkey://_valkey._tcp.a:6379, write where nodes are found as \"dns:valkey://",
    "srv:valkey://_valkey._tcp.a?zone=a, only names of dns: have zones",
    "elasticache:valkey://a:6379, finds nodes of memcached",
    "valkey://a:0, must be 1 to 65535"
  })
  void parseWhenNodesOfValkeyAreWrongThenRefused(String value, String reason) {
    String message = refused(Map.of(Setting.MEMCACHED_NODES, value));

    assertTrue(message.contains(reason), message);
    assertFalse(message.contains("1234"), message);
  }

  @Test
  void parseWhenMemcachedShallWaitForReplicasThenRefused() {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(Setting.WAIT_FOR_REPLICAS, "1");

    assertTrue(
        refused(values).contains("waitForReplicas=\"1\": memcached has no replicas; leave it out"));
    values.put(Setting.MEMCACHED_NODES, "valkey://a");
    assertEquals(1, parse(values).get(Setting.WAIT_FOR_REPLICAS));
  }

  @ParameterizedTest
  @CsvSource({
    "valkey://a, sentinelUsername, u, memcachedNodes names no sentinels; leave it out",
    "n1:a:1, sentinelPasswordFile, /f, memcachedNodes names no sentinels; leave it out",
    "sentinel:main@h1, copies, 2, 'the servers that the sentinels name replicate each other; leave it"
        + " out, or name two or more independent servers as n1:valkey://host:port,n2:valkey://host:port'",
    "sentinel:main@h1, sentinelUsername, u, sentinelPasswordFile is needed as well"
  })
  void parseWhenAnAttributeDoesNotFitSentinelsThenRefused(
      String nodes, String attribute, String value, String remedy) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, nodes);
    values.put(Setting.find(attribute).orElseThrow(), value);

    assertEquals("%s=\"%s\": %s".formatted(attribute, value, remedy), refused(values));
  }

  @Test
  void parseWhenSentinelsAreNamedThenOneNodeThatTheyKnow() {
    Map<Setting<?>, String> values =
        Map.of(Setting.MEMCACHED_NODES, "sentinel:my.master@h1:1,h2, [::1]:3");

    NodeLayout layout = parse(values).layout();

    assertEquals(
        List.of(
            new NodeAddress(
                "my-master",
                "h1",
                1,
                "h1",
                null,
                Engine.VALKEY,
                new Sentinels(
                    "my.master",
                    List.of(
                        new ServerAddress("h1", 1),
                        new ServerAddress("h2", 26_379),
                        new ServerAddress("::1", 3))),
                null)),
        layout.nodes());
    assertEquals("sentinel:my.master@h1:1,h2:26379,[::1]:3", layout.nodeList());
    assertEquals("sentinel:my.master@h1:1,h2, [::1]:3", Setting.MEMCACHED_NODES.shownIn(values));
  }

  @ParameterizedTest
  @CsvSource({
    "sentinel:@h1:1, write sentinels as sentinel:NAME@host:port",
    "sentinel:m@, write sentinels as sentinel:NAME@host:port",
    "sentinel:m@pw@h1, write sentinels as sentinel:NAME@host:port",
    "'sentinel:m@h1:1,n2:valkey://h2', write sentinels as sentinel:NAME@host:port",
    "'sentinel:m@h1:1,h1:1', the sentinel h1:1 appears twice",
    "sentinel:m@h1:0, write sentinels as sentinel:NAME@host:port"
  })
  void parseWhenSentinelsAreWrongThenRefused(String value, String reason) {
    String message = refused(Map.of(Setting.MEMCACHED_NODES, value));

    assertTrue(message.startsWith("memcachedNodes="), message);
    assertTrue(message.contains(reason), message);
    assertFalse(message.contains("pw@"), message);
  }

  @Test
  void parseWhenAClusterIsNamedThenANodeForEachCopy() {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "valkey-cluster:h1,[::1]:3");
    values.put(Setting.STICKY, "false");

    NodeLayout layout = parse(values).layout();

    assertEquals(List.of("copy1", "copy2"), layout.nodeIds());
    assertEquals(2, layout.copies());
    assertEquals("valkey-cluster:h1:6379,[::1]:3", layout.nodeList());
    assertEquals(Engine.VALKEY, layout.engine());
  }

  @ParameterizedTest
  @CsvSource({
    "valkey-cluster:, write a cluster as valkey-cluster:host:port",
    "valkey-cluster:h:0, write a cluster as valkey-cluster:host:port",
    "'valkey-cluster:h,n1:valkey://b', write a cluster as valkey-cluster:host:port",
    "'valkey-cluster:h,h:6379', the server h:6379 appears twice",
  })
  void parseWhenAClusterIsWrongThenRefused(String value, String reason) {
    String message = refused(Map.of(Setting.MEMCACHED_NODES, value));

    assertTrue(message.startsWith("memcachedNodes=\"" + value), message);
    assertTrue(message.contains(reason), message);
  }

  @Test
  void parseWhenTheUserIsInTheAddressThenItLogsIn() {
    SessionConfiguration configuration =
        parse(
            Map.of(
                Setting.MEMCACHED_NODES, "n1:valkey://ann@a,n2:redis://ann@b:7000",
                Setting.PASSWORD, "secret"));

    assertEquals("ann", configuration.username());
    assertEquals("n1:valkey://a:6379,n2:valkey://b:7000", configuration.layout().nodeList());
  }

  @Test
  void parseWhenTheUserIsInTheAddressAndAnotherInTheAttributeThenRefused() {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "valkey://ann@a");
    values.put(Setting.PASSWORD, "secret");
    values.put(Setting.USERNAME, "bob");

    String message = refused(values);

    assertTrue(
        message.contains("username=\"bob\": memcachedNodes has another user before its hosts"),
        message);
    values.put(Setting.USERNAME, "ann");
    assertEquals("ann", parse(values).username());
  }

  @Test
  void parseWhenNodesOfValkeyHaveTheBinaryProtocolThenRefused() {
    String message =
        refused(
            Map.of(
                Setting.MEMCACHED_NODES, "valkey://a:6379", Setting.MEMCACHED_PROTOCOL, "binary"));

    assertTrue(message.contains("the nodes are Valkey or Redis; leave it out"), message);
  }

  /** With them no name and no URI would match, and nothing would say so. */
  @ParameterizedTest
  @CsvSource({"' ',", "'\t\n',", "' cart|user ', cart|user", "'\ncart|user\n', cart|user"})
  void parseWhenBlanksAreAroundAnExpressionThenTheyAreNoneOfIt(
      String value, @Nullable String expected) {
    SessionConfiguration configuration =
        parse(
            Map.of(
                Setting.MEMCACHED_NODES, "n1:a:1",
                Setting.SESSION_ATTRIBUTE_FILTER, value,
                Setting.REQUEST_URI_IGNORE_PATTERN, value));

    assertEquals(expected, text(configuration.find(Setting.SESSION_ATTRIBUTE_FILTER).orElse(null)));
    assertEquals(
        expected, text(configuration.find(Setting.REQUEST_URI_IGNORE_PATTERN).orElse(null)));
  }

  private static @Nullable String text(@Nullable Pattern pattern) {
    return pattern == null ? null : pattern.pattern();
  }

  @Test
  void shownInWhenTheNodesHaveAPasswordThenItIsLeftOut() {
    Map<Setting<?>, String> values = Map.of(Setting.MEMCACHED_NODES, "redis://:p,w@cache:6379");

    assertEquals("redis://***@cache:6379", Setting.MEMCACHED_NODES.shownIn(values));
  }

  @ParameterizedTest
  @CsvSource({
    "failoverNodes, 'redis://:p,w@cache:6379'",
    "spillDirectory, http://user:pw@host/spill",
    "lockingMode, http://user:pw@host"
  })
  void parseWhenAnyValueIsAUrlThenItsPasswordIsNotShown(String name, String value) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1,n2:b:2");
    values.put(setting(name), value);

    String message = refused(values);

    assertTrue(message.startsWith(name + "=\"") && message.contains("://***@"), message);
    assertFalse(message.contains("pw") || message.contains("p,w"), message);
  }

  @ParameterizedTest
  @CsvSource({
    "operationTimeout, abc",
    "sticky, yes",
    "enabled, perhaps",
    "lockingMode, sometimes",
    "password, ''",
    "username, ''",
    "failoverNodes, n9",
    "copies, 3",
    "memcachedNodes, n1",
    "sessionAttributeFilter, ("
  })
  void checkWhenOtherAttributesAreWrongThenOneIsCheckedByItself(String name, String value) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1,n2:b:2");
    values.put(Setting.RESYNC_RATE, "fast");
    values.put(setting(name), value);
    boolean isRight = value.isEmpty();

    if (isRight) {
      assertDoesNotThrow(() -> ConfigurationParser.check(setting(name), values));
    } else {
      assertEquals(
          name,
          assertThrows(
                  ConfigurationException.class,
                  () -> ConfigurationParser.check(setting(name), values))
              .attribute());
    }
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void checkWhenAValueIsTheDefaultThenIsRight(Setting<?> setting) {
    String standard = setting.defaultValue();
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(setting, standard == null ? "n1:a:1" : standard);

    assertDoesNotThrow(() -> ConfigurationParser.check(setting, values));
  }

  @Test
  void checkWhenTheModeIsOfNonStickySessionsThenIsRight() {
    Map<Setting<?>, String> values = Map.of(Setting.LOCKING_MODE, "all");

    assertDoesNotThrow(() -> ConfigurationParser.check(Setting.LOCKING_MODE, values));
  }

  @ParameterizedTest
  @CsvSource({
    "memcachedNodes, 'n1:a:1,n1:b:1', give each node one of its own",
    "memcachedNodes, 'n1:a:1,n2:A:1', 'the nodes \"n1\" and \"n2\" are one server, a:1'",
    "memcachedNodes, 'n1:a:1,a:1', are one server",
    "memcachedNodes, 'n1:[::1]:1,n2:[::1]:1', are one server",
    "memcachedNodes, my.ab.cfg.use1.cache.amazonaws.com:1, write elasticache:my.ab.cfg.use1.cache.amazonaws.com:1",
    "memcachedNodes, 'n1:a:1,n2:MY.cfg.cnn1.cache.amazonaws.com.cn:1', write elasticache:MY.cfg.cnn1.cache.amazonaws.com.cn:1",
    "requestUriIgnorePattern, .*(png, Unclosed group at character 7",
    "lockingMode, uriPattern:[a, at character 2",
    "password, secret, a username is needed as well"
  })
  void parseWhenRefusedThenTheMessageSaysWhatWouldBeRight(
      String attribute, String value, String remedy) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(Setting.STICKY, "false");
    values.put(
        Stream.of(Setting.values())
            .filter(setting -> setting.attribute().equals(attribute))
            .findFirst()
            .orElseThrow(),
        value);

    String message = refused(values);

    assertTrue(message.contains(remedy), message);
  }

  /** Tomcat leaves a property that it does not know as it is, without a word. */
  @ParameterizedTest
  @CsvSource({
    "memcachedNodes, '${shop.nodes}', ${shop.nodes}",
    "memcachedNodes, 'n1:${host}:11211', ${host}",
    "operationTimeout, ${shop.timeout}, ${shop.timeout}",
    "sticky, ${shop.sticky}, ${shop.sticky}",
    "username, ${shop.user}, ${shop.user}",
    "passwordFile, /etc/${shop}/password, ${shop}",
    "storageKeyPrefix, 'static:${stage},context', ${stage}",
    "spillDirectory, /var/${instance}/spill, ${instance}",
    "transcoderFactoryClass, ${serializer}, ${serializer}",
    "allowedClasses, 'com.acme.*,${shop.classes}', ${shop.classes}",
    "customConverter, ${converters}, ${converters}"
  })
  void parseWhenAPropertyIsNotKnownThenItIsNamed(String name, String value, String placeholder) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(Setting.USERNAME, "joe");
    values.put(Setting.PASSWORD_FILE, "/etc/secret");
    values.put(setting(name), value);

    assertEquals(
        "%s=\"%s\": the property %s is not known; set it, or write the value"
            .formatted(name, value, placeholder),
        refused(values));
  }

  /** Which name it has is not shown, as it might be a password after all. */
  @ParameterizedTest
  @ValueSource(strings = {"password", "tlsTrustStorePassword"})
  void parseWhenThePropertyOfAPasswordIsNotKnownThenThatIsSaid(Setting<?> setting) {
    Map<Setting<?>, String> values = withPasswords();
    values.put(setting, "${shop.secret}");

    assertEquals(
        setting.attribute()
            + "=\"***\": it is a ${property} that is not known; set that property, or write the"
            + " value",
        refused(values));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a${b}c", "${", "$b}", "$a{b}"})
  void parseWhenAPasswordOnlyLooksLikeAPropertyThenIsTaken(String password) {
    Map<Setting<?>, String> values = withPasswords();
    values.put(Setting.PASSWORD, password);

    assertDoesNotThrow(() -> parse(values));
  }

  @Test
  void parseWhenAnExpressionLooksLikeAPropertyThenIsTaken() {
    assertEquals(
        "[${a}]+",
        text(
            parse(
                    Map.of(
                        Setting.MEMCACHED_NODES, "n1:a:1",
                        Setting.SESSION_ATTRIBUTE_FILTER, "[${a}]+"))
                .find(Setting.SESSION_ATTRIBUTE_FILTER)
                .orElse(null)));
  }

  private static Map<Setting<?>, String> withPasswords() {
    Map<Setting<?>, String> values = tls();
    values.put(Setting.TLS_TRUST_STORE, "/etc/ca.p12");
    values.put(Setting.TLS_TRUST_STORE_PASSWORD, "secret");
    values.put(Setting.USERNAME, "joe");
    values.put(Setting.PASSWORD, "secret");
    return values;
  }

  private static String refused(Map<Setting<?>, String> values) {
    return String.valueOf(
        assertThrows(ConfigurationException.class, () -> ConfigurationParser.parse(values))
            .getMessage());
  }

  @ParameterizedTest
  @CsvSource({
    "memcachedNodes, ''",
    "memcachedNodes, n1",
    "memcachedNodes, n1:host",
    "memcachedNodes, n1:host:0",
    "memcachedNodes, n1:host:65536",
    "memcachedNodes, n1:::1:11211",
    "memcachedNodes, 'n1:a:1,n1:b:2'",
    "memcachedNodes, 'dns:'",
    "memcachedNodes, dns:cache",
    "memcachedNodes, dns:cache:0",
    "memcachedNodes, dns:cache:65536",
    "memcachedNodes, dns:10.0.0.1:11211",
    "memcachedNodes, dns:a b:11211",
    "memcachedNodes, dns:a/b:11211",
    "memcachedNodes, dns:a..b:11211",
    "memcachedNodes, 'dns:cache:11211,n1:a:1'",
    "memcachedNodes, 'dns:cache:11211,dns:other:11211'",
    "memcachedNodes, elasticache:my.cfg.example",
    "memcachedNodes, 'elasticache:my.cfg.example:11211,n1:a:1'",
    "memcachedNodes, 'srv:'",
    "memcachedNodes, srv:_memcached._tcp.cache:11211",
    "memcachedNodes, 'srv:_memcached._tcp.cache,n1:a:1'",
    "discoveryInterval, 0",
    "discoveryInterval, 3601",
    "discoveryInterval, 500ms",
    "failoverNodes, n9",
    "failoverNodes, 'n1,n2'",
    "sticky, yes",
    "lockingMode, all",
    "lockingMode, none:",
    "lockingMode, sometimes",
    "lockingMode, 'uriPattern:'",
    "lockingMode, 'uriPattern:*.png'",
    "lockExpiration, 1",
    "lockExpiration, 3601",
    "lockExpiration, 5sec",
    "onLockTimeout, wait",
    "maxLockWaiters, 0",
    "maxLockWaiters, 10001",
    "maxLockWaiters, many",
    "maxLockHold, -2",
    "maxLockHold, long",
    "granularity, fine",
    "requestUriIgnorePattern, '*.png'",
    "sessionBackupAsync, 1",
    "sessionBackupTimeout, 0",
    "sessionBackupTimeout, soon",
    "operationTimeout, -5",
    "doubtTimeout, -1",
    "doubtTimeout, soon",
    "maxIdleDecoded, -2",
    "maxIdleDecoded, never",
    "operationTimeout, 1sec",
    "backupThreadCount, -1",
    "backupThreadCount, 1001",
    "memcachedProtocol, ascii",
    "username, joe",
    "transcoderFactoryClass, ''",
    "copyCollectionsForSerialization, maybe",
    "sessionAttributeFilter, '('",
    "enableStatistics, on",
    "copies, 0",
    "copies, 3",
    "resyncRate, 0",
    "resyncRate, fast",
    "maxSessionSize, 10",
    "maxItemSize, 1000",
    "compression, zip",
    "compressionThreshold, -1",
    "passwordFile, secret",
    "passwordFile, /etc/secret",
    "tls, on",
    "tlsCaFile, /etc/ca.pem",
    "tlsTrustStore, /etc/ca.p12",
    "tlsCertificateFile, /etc/own.pem",
    "tlsKeyFile, /etc/own-key.pem",
    "tlsHostnameVerification, false",
    "encryptionKeyFile, keys",
    "encryptionKeyFile, './keys'",
    "encryptionMigration, yes",
    "encryptionMigration, true",
    "encryptionMigration, prepare",
    "spillDirectory, spill",
    "spillDirectory, './spill'",
    "spillLimit, 0",
    "spillLimit, 1 GiB"
  })
  void parseWhenAnAttributeIsWrongThenTheErrorNamesAttributeAndValue(String name, String value) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1,n2:b:2");
    values.put(setting(name), value);

    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> ConfigurationParser.parse(values));

    assertEquals(name, error.attribute());
    String message = String.valueOf(error.getMessage());
    assertTrue(message.startsWith(name + "=\"" + value + "\": "), message);
    assertTrue(message.length() > name.length() + value.length() + 15, message);
  }

  @ParameterizedTest
  @CsvSource({"true, auto, 1", "false, auto, 2", "true, 3, 3", "false, 3, 3"})
  void parseWhenNodesAreFoundByDnsThenOneStandsForThemUntilThen(
      String sticky, String copies, int expected) {
    Map<Setting<?>, String> values = found();
    values.put(Setting.STICKY, sticky);
    values.put(Setting.COPIES, copies);
    values.put(Setting.DISCOVERY_INTERVAL, "5");

    SessionConfiguration configuration = parse(values);

    assertEquals(
        new DiscoverySettings(
            DiscoverySettings.Kind.DNS, "memcached.default.svc", 11_211, Duration.ofSeconds(5)),
        configuration.discovery());
    assertEquals(List.of("dns:memcached.default.svc:11211"), configuration.layout().nodeIds());
    assertEquals(expected, configuration.layout().copies());
  }

  @Test
  void parseWhenNodesAreFoundBySrvThenTheNameHasNoPort() {
    Map<Setting<?>, String> values = found();
    values.put(Setting.MEMCACHED_NODES, " srv:_memcached._tcp.cache.example ");

    SessionConfiguration configuration = parse(values);

    assertEquals(
        new DiscoverySettings(
            DiscoverySettings.Kind.SRV,
            "_memcached._tcp.cache.example",
            DiscoverySettings.NO_PORT,
            Duration.ofSeconds(30)),
        configuration.discovery());
    assertEquals(List.of("srv:_memcached._tcp.cache.example"), configuration.layout().nodeIds());
  }

  @ParameterizedTest
  @CsvSource({
    "dns:valkey://cache.default.svc, dns:valkey://cache.default.svc:6379, 6379, VALKEY",
    "dns:redis://cache.default.svc:7000/, dns:valkey://cache.default.svc:7000, 7000, VALKEY",
    "dns:rediss://cache:7000?zone=a, dns:valkeys://cache:7000?zone=a, 7000, VALKEYS",
    "srv:valkey://_valkey._tcp.a, srv:valkey://_valkey._tcp.a, 6379, VALKEY"
  })
  void parseWhenNodesOfValkeyAreFoundThenTheirEngineIsKnown(
      String nodes, String shown, int port, Engine engine) {
    SessionConfiguration configuration = parse(Map.of(Setting.MEMCACHED_NODES, nodes));

    assertEquals(shown, String.valueOf(configuration.discovery()));
    NodeAddress placeholder = configuration.layout().nodes().get(0);
    assertEquals(engine, placeholder.engine());
    assertEquals(port, placeholder.port());
  }

  @Test
  void parseWhenNodesAreFoundByElastiCacheThenThePortIsThatOfTheEndpoint() {
    Map<Setting<?>, String> values = found();
    values.put(Setting.MEMCACHED_NODES, "elasticache:my.cfg.use1.cache.amazonaws.com:11211");

    assertEquals(
        new DiscoverySettings(
            DiscoverySettings.Kind.ELASTICACHE,
            "my.cfg.use1.cache.amazonaws.com",
            11_211,
            Duration.ofSeconds(30)),
        parse(values).discovery());
  }

  @ParameterizedTest
  @CsvSource({"failoverNodes, n1, leave the attribute out", "copies, 1, from 2 to 100"})
  void parseWhenNodesAreFoundThenWhatCannotHoldForThemIsRefused(
      String name, String value, String remedy) {
    Map<Setting<?>, String> values = found();
    values.put(Setting.STICKY, "false");
    values.put(setting(name), value);

    String message = refused(values);

    assertTrue(message.startsWith(name + "=\"" + value + "\": "), message);
    assertTrue(message.contains(remedy), message);
  }

  private static Map<Setting<?>, String> found() {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "dns:memcached.default.svc:11211");
    return values;
  }

  @ParameterizedTest
  @CsvSource({"false, NONE", "prepare, PREPARE", "true, SEAL", "TRUE, SEAL"})
  void parseWhenThereIsAKeyFileThenRecordsAreSealedAsFarAsTheMigrationIs(
      String migration, EncryptionMigration step) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(Setting.ENCRYPTION_KEY_FILE, "/etc/holdfast/../holdfast.keys");
    values.put(Setting.ENCRYPTION_MIGRATION, migration);

    SessionConfiguration configuration = parse(values);
    assertEquals(
        Optional.of(Path.of("/etc/holdfast.keys")),
        configuration.find(Setting.ENCRYPTION_KEY_FILE));
    assertEquals(step, configuration.get(Setting.ENCRYPTION_MIGRATION));
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "binary"})
  void parseWhenThereIsAUserThenThePasswordMayBeInAFile(String protocol) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(Setting.MEMCACHED_PROTOCOL, protocol);
    values.put(Setting.USERNAME, "joe");
    values.put(Setting.PASSWORD_FILE, "/etc/secret");

    assertEquals(Path.of("/etc/secret"), parse(values).find(Setting.PASSWORD_FILE).orElse(null));

    values.put(Setting.PASSWORD, "secret");
    ConfigurationException both = assertThrows(ConfigurationException.class, () -> parse(values));
    assertEquals(
        "passwordFile=\"/etc/secret\": password is set as well; leave one of them out",
        both.getMessage());
  }

  @Test
  void parseWhenTlsThenItsFiles() {
    Map<Setting<?>, String> values = tls();
    values.put(Setting.TLS_CA_FILE, "/etc/ca.pem");
    values.put(Setting.TLS_CERTIFICATE_FILE, "/etc/own.pem");
    values.put(Setting.TLS_KEY_FILE, "/etc/own-key.pem");
    values.put(Setting.TLS_HOSTNAME_VERIFICATION, "false");

    assertEquals(
        new TlsSettings(
            Path.of("/etc/ca.pem"),
            null,
            null,
            Path.of("/etc/own.pem"),
            Path.of("/etc/own-key.pem"),
            false),
        parse(values).tls());
  }

  @ParameterizedTest
  @CsvSource({
    "memcachedProtocol, binary, tls",
    "tlsCertificateFile, /etc/own.pem, tlsCertificateFile",
    "tlsKeyFile, /etc/own-key.pem, tlsKeyFile",
    "tlsTrustStorePassword, secret, tlsTrustStorePassword",
    "tlsCaFile, ca.pem, tlsCaFile",
    "tlsTrustStore, ./ca.p12, tlsTrustStore"
  })
  void parseWhenTlsDoesNotGoWithSomethingThenNamed(Setting<?> setting, String value, String named) {
    Map<Setting<?>, String> values = tls();
    values.put(setting, value);

    ConfigurationException error = assertThrows(ConfigurationException.class, () -> parse(values));

    assertEquals(named, error.attribute());
    assertFalse(String.valueOf(error.getMessage()).contains("secret"));
  }

  @Test
  void parseWhenTlsTrustsTwoThenNamed() {
    Map<Setting<?>, String> values = tls();
    values.put(Setting.TLS_CA_FILE, "/etc/ca.pem");
    values.put(Setting.TLS_TRUST_STORE, "/etc/ca.p12");

    ConfigurationException error = assertThrows(ConfigurationException.class, () -> parse(values));

    assertEquals("tlsTrustStore", error.attribute());
  }

  private static Map<Setting<?>, String> tls() {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(Setting.TLS, "true");
    return values;
  }

  /** What is not sealed, anybody who can write to a node may have put there. */
  @ParameterizedTest
  @CsvSource({"'', false, false", "/k, true, false", "/k, prepare, false", "/k, false, true"})
  void parseWhenAllOfTheApplicationIsAllowedThenOnlyBesideKeys(
      String keyFile, String migration, boolean isFine) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(Setting.ENCRYPTION_KEY_FILE, keyFile);
    values.put(Setting.ENCRYPTION_MIGRATION, migration);
    values.put(Setting.ALLOWED_CLASSES, "com.acme.*, @application");

    if (isFine) {
      assertEquals(
          "com.acme.*,@application",
          Setting.ALLOWED_CLASSES.write(parse(values).get(Setting.ALLOWED_CLASSES)));
    } else {
      ConfigurationException error =
          assertThrows(ConfigurationException.class, () -> parse(values));
      assertEquals(
          "allowedClasses=\"com.acme.*, @application\": @application needs encrypted records: set"
              + " encryptionKeyFile, and leave out encryptionMigration; or name the classes",
          error.getMessage());
    }
  }

  @Test
  void parseWhenRecordsAreSealedAndCompressedThenRefused() {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(Setting.ENCRYPTION_KEY_FILE, "/etc/holdfast.keys");
    values.put(Setting.COMPRESSION, "deflate");

    ConfigurationException error = assertThrows(ConfigurationException.class, () -> parse(values));

    assertEquals("compression", error.attribute());
  }

  @Test
  void parseWhenSeveralAttributesAreWrongThenOneMessageNamesThemAll() {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:0");
    values.put(Setting.LOCKING_MODE, "all");
    values.put(Setting.OPERATION_TIMEOUT, "0");
    values.put(Setting.PASSWORD, "secret");
    values.put(Setting.ENABLED, "perhaps");

    ConfigurationException error = assertThrows(ConfigurationException.class, () -> parse(values));

    assertEquals(
        """
        5 attributes are wrong:
          memcachedNodes="n1:a:0": the port of "n1:a:0" must be 1 to 65535
          lockingMode="all": sticky sessions are not locked; leave the attribute out, or set \
        sticky="false" as well
          operationTimeout="0": 0 is 0 milliseconds; use 1ms to 1h, for example 10s; a number \
        without a unit is milliseconds
          password="***": a username is needed as well; or leave it out
          enabled="perhaps": use true or false""",
        error.getMessage());
    assertEquals(
        List.of("memcachedNodes", "lockingMode", "operationTimeout", "password", "enabled"),
        error.each().stream().map(ConfigurationException::attribute).toList());
  }

  /** The other attribute may be right as it is. */
  @ParameterizedTest
  @CsvSource({
    "memcachedNodes, n1, failoverNodes, n7",
    "memcachedNodes, n1, copies, 7",
    "sticky, no, lockingMode, all",
    "tls, on, tlsCaFile, /etc/ca.pem",
    "encryptionKeyFile, keys, encryptionMigration, prepare",
    "encryptionKeyFile, ${keys}, allowedClasses, @application",
    "username, ${user}, password, secret",
    "password, ${secret}, username, joe"
  })
  void parseWhenAnAttributeNeedsAWrongOneThenOnlyThatIsNamed(
      Setting<?> wrong, String value, Setting<?> other, String valueOfOther) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    values.put(wrong, value);
    values.put(other, valueOfOther);

    ConfigurationException error = assertThrows(ConfigurationException.class, () -> parse(values));

    assertEquals(
        List.of(wrong.attribute()),
        error.each().stream().map(ConfigurationException::attribute).toList());
  }

  @Test
  void parseWhenNonStickyThenNothingIsLockedUnlessAskedFor() {
    SessionConfiguration configuration = parse(nonSticky());

    assertFalse(configuration.isSticky());
    assertEquals(LockingMode.Plain.NONE, configuration.lockingMode());
    assertEquals(Duration.ofSeconds(5), configuration.get(Setting.LOCK_EXPIRATION));
    assertEquals(OnLockTimeout.REJECT, configuration.get(Setting.ON_LOCK_TIMEOUT));
    assertEquals(20, configuration.get(Setting.MAX_LOCK_WAITERS));
    assertEquals(Optional.of(Duration.ofSeconds(30)), configuration.find(Setting.MAX_LOCK_HOLD));
    assertEquals(Optional.of(Duration.ofMinutes(1)), configuration.find(Setting.MAX_IDLE_DECODED));
    assertEquals(Granularity.ATTRIBUTE, configuration.granularity());
  }

  @Test
  void parseWhenStickyThenObjectsOfIdleSessionsAreGivenUpOnlyIfThatIsAskedFor() {
    Map<Setting<?>, String> values = new TreeMap<>(Map.of(Setting.MEMCACHED_NODES, "n1:a:1"));
    values.put(Setting.MAX_IDLE_DECODED, "2m");

    assertEquals(Optional.of(Duration.ofMinutes(2)), parse(values).find(Setting.MAX_IDLE_DECODED));
  }

  @Test
  void parseWhenNonStickyAndAllIsGivenThenItIsTaken() {
    Map<Setting<?>, String> values = nonSticky();
    values.put(Setting.LOCKING_MODE, "all");
    values.put(Setting.LOCK_EXPIRATION, "2");
    values.put(Setting.ON_LOCK_TIMEOUT, "proceed");
    values.put(Setting.MAX_LOCK_WAITERS, "5");
    values.put(Setting.MAX_LOCK_HOLD, "-1");
    values.put(Setting.MAX_IDLE_DECODED, "-1");
    values.put(Setting.GRANULARITY, "session");
    values.put(Setting.COPIES, "1");

    SessionConfiguration configuration = parse(values);

    assertEquals(LockingMode.Plain.ALL, configuration.lockingMode());
    assertEquals(Duration.ofSeconds(2), configuration.get(Setting.LOCK_EXPIRATION));
    assertEquals(OnLockTimeout.PROCEED, configuration.get(Setting.ON_LOCK_TIMEOUT));
    assertEquals(5, configuration.get(Setting.MAX_LOCK_WAITERS));
    assertEquals(Optional.empty(), configuration.find(Setting.MAX_LOCK_HOLD));
    assertEquals(Optional.empty(), configuration.find(Setting.MAX_IDLE_DECODED));
    assertEquals(Granularity.SESSION, configuration.granularity());
    assertEquals(1, configuration.layout().copies());
  }

  @ParameterizedTest
  @CsvSource({
    "true,  n1:a:1 n2:b:2,        '',    1",
    "false, n1:a:1,               '',    1",
    "false, n1:a:1 n2:b:2,        '',    2",
    "false, n1:a:1 n2:b:2 n3:c:3, '',    2",
    "true,  n1:a:1 n2:b:2,        n2,    1"
  })
  void parseWhenCopiesAreNotGivenThenAsManyAsSuit(
      String sticky, String nodes, String failoverNodes, int copies) {
    SessionConfiguration configuration =
        parse(
            Map.of(
                Setting.STICKY, sticky,
                Setting.MEMCACHED_NODES, nodes,
                Setting.FAILOVER_NODES, failoverNodes));

    assertEquals(copies, configuration.layout().copies());
  }

  @Test
  void parseWhenNonStickyAndAFailoverNodeIsGivenThenTheErrorSaysToLeaveItOut() {
    Map<Setting<?>, String> values = nonSticky();
    values.put(Setting.FAILOVER_NODES, "n2");

    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> ConfigurationParser.parse(values));

    assertEquals("failoverNodes", error.attribute());
    assertTrue(String.valueOf(error.getMessage()).endsWith("leave the attribute out"));
  }

  @Test
  void parseWhenNodesAreMissingThenTheErrorShowsAnExample() {
    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> ConfigurationParser.parse(Map.of()));

    assertTrue(String.valueOf(error.getMessage()).contains("n1:localhost:11211"));
  }

  @Test
  void toStringWhenThereIsAPasswordThenItDoesNotShow() {
    SessionConfiguration configuration =
        parse(
            Map.of(
                Setting.MEMCACHED_NODES, "n1:a:1",
                Setting.MEMCACHED_PROTOCOL, "binary",
                Setting.USERNAME, "joe",
                Setting.PASSWORD, "open sesame"));

    assertFalse(configuration.toString().contains("sesame"));
    assertTrue(configuration.toString().contains("joe"));
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void everySettingWhenLeftOutThenItHasAValidDefaultOrIsRequired(Setting<?> setting) {
    String standard = setting.defaultValue();

    if (standard == null) {
      assertEquals(Setting.MEMCACHED_NODES, setting);
    } else {
      parse(Map.of(Setting.MEMCACHED_NODES, "n1:a:1", setting, standard));
    }
  }

  private static Map<Setting<?>, String> nonSticky() {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1,n2:b:2");
    values.put(Setting.STICKY, "false");
    return values;
  }

  private static SessionConfiguration parse(Map<Setting<?>, String> values) {
    return ConfigurationParser.parse(values);
  }

  private static Setting<?> setting(String attribute) {
    for (Setting<?> setting : Setting.values()) {
      if (setting.attribute().equals(attribute)) {
        return setting;
      }
    }
    throw new AssertionError("no setting " + attribute);
  }
}
