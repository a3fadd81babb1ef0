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
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings are given as {@code name=value; name=value}; without nodes there is one, n1. */
class ConfigurationParserTest {

  /** Parts of passwords in these tests. */
  private static final Pattern SECRET = Pattern.compile("p[/, @]?w@|:p\\b|\\bw@|1234|hush|pw");

  static Map<Setting<?>, String> given(String settings) {
    Map<Setting<?>, String> values = new TreeMap<>();
    values.put(Setting.MEMCACHED_NODES, "n1:a:1");
    for (String each : settings.split("; ")) {
      String[] pair = each.split("=", 2);
      values.put(Setting.valueOf(pair[0]), pair[1]);
    }
    return values;
  }

  private static SessionConfiguration parse(String settings) {
    return ConfigurationParser.parse(given(settings));
  }

  private static ConfigurationException refused(String settings) {
    Map<Setting<?>, String> values = given(settings);
    return assertThrows(ConfigurationException.class, () -> ConfigurationParser.parse(values));
  }

  // ---- what is read ----

  @Test
  void parseWhenOnlyNodesAreGivenThenEverythingElseHasItsDefault() {
    SessionConfiguration configuration = parse("memcachedNodes=n1:cache:11211");

    assertEquals("n1 cache 11211 MEMCACHED", seen(configuration, "nodes"));
    assertEquals("[]", seen(configuration, "failover"));
    assertTrue(configuration.get(Setting.SESSION_BACKUP_ASYNC));
    assertEquals(Duration.ofMillis(100), configuration.get(Setting.SESSION_BACKUP_TIMEOUT));
    assertEquals(Duration.ofSeconds(1), configuration.get(Setting.OPERATION_TIMEOUT));
    assertEquals(Duration.ofSeconds(10), configuration.get(Setting.DOUBT_TIMEOUT));
    assertEquals(Runtime.getRuntime().availableProcessors(), configuration.backupThreads());
    assertEquals(Protocol.TEXT, configuration.get(Setting.MEMCACHED_PROTOCOL));
    assertEquals("java", configuration.get(Setting.TRANSCODER_FACTORY_CLASS));
    assertTrue(configuration.isSticky());
    assertEquals(LockingMode.Plain.NONE, configuration.lockingMode());
    assertEquals(Optional.empty(), configuration.find(Setting.MAX_IDLE_DECODED));
    assertEquals(Granularity.SESSION, configuration.granularity());
    assertEquals(1, configuration.layout().copies());
    assertFalse(configuration.get(Setting.COPY_COLLECTIONS_FOR_SERIALIZATION));
    assertEquals(Optional.empty(), configuration.find(Setting.SESSION_ATTRIBUTE_FILTER));
    assertEquals(Optional.empty(), configuration.find(Setting.REQUEST_URI_IGNORE_PATTERN));
    assertNull(configuration.username());
    assertNull(configuration.password());
  }

  @Test
  void parseWhenNonStickyThenNothingIsLockedUnlessAskedFor() {
    SessionConfiguration configuration = parse("memcachedNodes=n1:a:1,n2:b:2; sticky=false");

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
  void parseWhenNonStickyAndAllIsGivenThenItIsTaken() {
    SessionConfiguration configuration =
        parse(
            "memcachedNodes=n1:a:1,n2:b:2; sticky=false; lockingMode=all; lockExpiration=2;"
                + " onLockTimeout=proceed; maxLockWaiters=5; maxLockHold=-1; maxIdleDecoded=-1;"
                + " granularity=session; copies=1");

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
  @CsvSource(
      delimiterString = " => ",
      textBlock =
          """
          # nodes, separated in any mix
          memcachedNodes=n1:a:1,n2:b:2 => list => n1:a:1,n2:b:2
          memcachedNodes=n1:a:1 n2:b:2 => list => n1:a:1,n2:b:2
          memcachedNodes= n1:a:1 , n2:b:2 => list => n1:a:1,n2:b:2
          'memcachedNodes=n1:a:1\n  n2:b:2' => list => n1:a:1,n2:b:2
          memcachedNodes=n1:a:1,,n2:b:2, => list => n1:a:1,n2:b:2
          memcachedNodes=n1:[::1]:11211 => nodes => n1 ::1 11211 MEMCACHED
          memcachedNodes=[2001:db8::7]:1 => nodes => [2001:db8::7]:1 2001:db8::7 1 MEMCACHED
          memcachedNodes=cache.example.org:11211 => nodes => cache.example.org:11211 cache.example.org 11211 MEMCACHED
          memcachedNodes=n1:my.ab.0001.use1.cache.amazonaws.com:11211 => nodes => n1 my.ab.0001.use1.cache.amazonaws.com 11211 MEMCACHED
          memcachedNodes=n1:my.cfg.example.org:11211 => nodes => n1 my.cfg.example.org 11211 MEMCACHED
          memcachedNodes=my-node_1:10.0.0.1:65535 => nodes => my-node_1 10.0.0.1 65535 MEMCACHED
          # Valkey and Redis
          memcachedNodes=valkey://cache:6379 => nodes => cache:6379 cache 6379 VALKEY
          memcachedNodes=valkey://cache:6379 => list => valkey://cache:6379
          memcachedNodes=n1:valkey://cache:7000 => nodes => n1 cache 7000 VALKEY
          memcachedNodes=n1:valkey://cache:7000 => list => n1:valkey://cache:7000
          memcachedNodes=redis://cache => list => valkey://cache:6379
          memcachedNodes=REDIS://cache:6379/ => list => valkey://cache:6379
          memcachedNodes=redis://cache:6379/0 => nodes => cache:6379 cache 6379 VALKEY
          memcachedNodes=redis://cache:6379/0 => tls => false
          memcachedNodes=rediss://cache:6380 => nodes => cache:6380 cache 6380 VALKEYS
          memcachedNodes=rediss://cache => list => valkeys://cache:6379
          memcachedNodes=RedisS://cache/ => list => valkeys://cache:6379
          memcachedNodes=n1:valkeys://cache/0 => list => n1:valkeys://cache:6379
          memcachedNodes=n1:valkeys://[::1]:6380 => nodes => n1 ::1 6380 VALKEYS
          # whatever else an address has, its connection is never in the clear
          memcachedNodes=rediss://cache:6380 => tls => true
          username=ann; password=hush; memcachedNodes=rediss://ann@cache => tls => true
          username=ann; password=hush; memcachedNodes=n1:valkeys://ann@cache:6380 => tls => true
          username=ann; password=hush; memcachedNodes=valkeys://cache?zone=a => tls => true
          username=ann; password=hush; memcachedNodes=dns:valkeys://cache:6380 => tls => true
          username=ann; password=hush; memcachedNodes=dns:rediss://cache?zone=a, dns:valkeys://other?zone=b => tls => true
          username=ann; password=hush; memcachedNodes=srv:valkeys://_valkey._tcp.cache => tls => true
          # users in addresses
          password=hush; memcachedNodes=n1:valkey://ann@a,n2:redis://ann@b:7000 => user => ann
          password=hush; memcachedNodes=n1:valkey://ann@a,n2:redis://ann@b:7000 => list => n1:valkey://a:6379,n2:valkey://b:7000
          password=hush; memcachedNodes=valkey://ann@a; username=ann => user => ann
          # sentinels and clusters
          memcachedNodes=sentinel:my.master@h1:1,h2, [::1]:3 => nodes => my-master h1 1 VALKEY
          memcachedNodes=sentinel:my.master@h1:1,h2, [::1]:3 => list => sentinel:my.master@h1:1,h2:26379,[::1]:3
          memcachedNodes=valkey-cluster:h1,[::1]:3; sticky=false => ids => [copy1, copy2]
          memcachedNodes=valkey-cluster:h1,[::1]:3; sticky=false => copies => 2
          memcachedNodes=valkey-cluster:h1,[::1]:3; sticky=false => list => valkey-cluster:h1:6379,[::1]:3
          memcachedNodes=valkey-cluster:h1,[::1]:3; sticky=false => engine => VALKEY
          memcachedNodes=valkey://a; waitForReplicas=1 => waitForReplicas => 1
          # as many copies as suit
          sticky=true; memcachedNodes=n1:a:1 n2:b:2 => copies => 1
          sticky=false; memcachedNodes=n1:a:1 => copies => 1
          sticky=false; memcachedNodes=n1:a:1 n2:b:2 => copies => 2
          sticky=false; memcachedNodes=n1:a:1 n2:b:2 n3:c:3 => copies => 2
          sticky=true; memcachedNodes=n1:a:1 n2:b:2; failoverNodes=n2 => copies => 1
          sticky=true; memcachedNodes=dns:cache:1; copies=auto => copies => 1
          sticky=false; memcachedNodes=dns:cache:1; copies=auto => copies => 2
          sticky=true; memcachedNodes=dns:cache:1; copies=3 => copies => 3
          sticky=false; memcachedNodes=dns:cache:1; copies=3 => copies => 3
          # names under which nodes are found: one node stands for them until then
          memcachedNodes=dns:cache.svc:11211 => ids => [dns:cache.svc:11211]
          memcachedNodes=dns:cache.svc:11211; discoveryInterval=5 => discovery => DNS cache.svc 11211 PT5S
          memcachedNodes= srv:_memcached._tcp.cache.example => ids => [srv:_memcached._tcp.cache.example]
          memcachedNodes= srv:_memcached._tcp.cache.example => discovery => SRV _memcached._tcp.cache.example no port PT30S
          memcachedNodes=elasticache:my.cfg.amazonaws.com:11211 => discovery => ELASTICACHE my.cfg.amazonaws.com 11211 PT30S
          memcachedNodes=dns:valkey://cache.svc => found => dns:valkey://cache.svc:6379 6379 VALKEY
          memcachedNodes=dns:redis://cache.svc:7000/ => found => dns:valkey://cache.svc:7000 7000 VALKEY
          memcachedNodes=dns:rediss://cache:7000?zone=a => found => dns:valkeys://cache:7000?zone=a 7000 VALKEYS
          memcachedNodes=srv:valkey://_valkey._tcp.a => found => srv:valkey://_valkey._tcp.a 6379 VALKEY
          # expressions: with blanks around them no name and no URI would match, and nothing would say so
          'sessionAttributeFilter= ' => sessionAttributeFilter => none
          'requestUriIgnorePattern=\t\n' => requestUriIgnorePattern => none
          'sessionAttributeFilter= cart|user ' => sessionAttributeFilter => cart|user
          'requestUriIgnorePattern=\ncart|user\n' => requestUriIgnorePattern => cart|user
          # it only looks like a property
          sessionAttributeFilter=[${a}]+ => sessionAttributeFilter => [${a}]+
          # records are encrypted as far as the migration is
          encryptionKeyFile=/etc/x/../keys => encryptionKeyFile => /etc/keys
          encryptionKeyFile=/etc/keys; encryptionMigration=false => encryptionMigration => NONE
          encryptionKeyFile=/etc/keys; encryptionMigration=prepare => encryptionMigration => PREPARE
          encryptionKeyFile=/etc/keys; encryptionMigration=true => encryptionMigration => SEAL
          encryptionKeyFile=/etc/keys; encryptionMigration=TRUE => encryptionMigration => SEAL
          encryptionKeyFile=/k; allowedClasses=com.acme.*, @application => allowed => com.acme.*,@application
          username=joe; memcachedProtocol=text; passwordFile=/etc/file => passwordFile => /etc/file
          username=joe; memcachedProtocol=binary; passwordFile=/etc/file => passwordFile => /etc/file
          maxIdleDecoded=2m => maxIdleDecoded => PT2M
          """)
  void parseWhenSettingsAreRightThenTheyMeanThis(String settings, String what, String expected) {
    assertEquals(expected, seen(parse(settings), what), settings);
  }

  private static String seen(SessionConfiguration configuration, String what) {
    NodeLayout layout = configuration.layout();
    NodeAddress first = layout.nodes().get(0);
    DiscoverySettings discovery = configuration.discovery();
    return switch (what) {
      case "list" -> layout.nodeList();
      case "ids" -> layout.nodeIds().toString();
      case "nodes" ->
          layout.nodes().stream()
              .map(
                  each ->
                      "%s %s %d %s".formatted(each.id(), each.host(), each.port(), each.engine()))
              .collect(Collectors.joining(", "));
      case "failover" -> layout.failoverNodes().toString();
      case "copies" -> "" + layout.copies();
      case "engine" -> "" + layout.engine();
      case "tls" -> "" + (configuration.tls() != null);
      case "user" -> "" + configuration.username();
      case "found" -> "%s %d %s".formatted(discovery, first.port(), first.engine());
      case "allowed" -> Setting.ALLOWED_CLASSES.write(configuration.get(Setting.ALLOWED_CLASSES));
      case "discovery" -> discovery == null ? "none" : seen(discovery);
      default -> configuration.find(Setting.valueOf(what)).map(String::valueOf).orElse("none");
    };
  }

  private static String seen(DiscoverySettings discovery) {
    DiscoverySettings.Source source = discovery.sources().get(0);
    String port = source.port() == DiscoverySettings.NO_PORT ? "no port" : "" + source.port();
    return "%s %s %s %s".formatted(discovery.kind(), source.name(), port, discovery.interval());
  }

  @Test
  void parseWhenSentinelsAreNamedThenTheNodeKnowsThem() {
    assertEquals(
        new Sentinels(
            "my.master",
            List.of(
                new ServerAddress("h1", 1),
                new ServerAddress("h2", 26_379),
                new ServerAddress("::1", 3))),
        parse("memcachedNodes=sentinel:my.master@h1:1,h2, [::1]:3")
            .layout()
            .nodes()
            .get(0)
            .sentinels());
  }

  @Test
  void parseWhenTlsThenItsFiles() {
    assertEquals(
        new TlsSettings(
            Path.of("/etc/ca.pem"),
            null,
            null,
            Path.of("/etc/own.pem"),
            Path.of("/etc/own-key.pem"),
            false),
        parse(
                "tls=true; tlsCaFile=/etc/ca.pem; tlsCertificateFile=/etc/own.pem;"
                    + " tlsKeyFile=/etc/own-key.pem; tlsHostnameVerification=false")
            .tls());
  }

  @ParameterizedTest
  @ValueSource(strings = {"a${b}c", "${", "$b}", "$a{b}"})
  void parseWhenAPasswordOnlyLooksLikeAPropertyThenIsTaken(String password) {
    assertDoesNotThrow(() -> parse("username=joe; password=" + password));
  }

  @ParameterizedTest
  @MethodSource("io.holdfast.core.config.Setting#values")
  void everySettingWhenItsDefaultIsGivenThenItIsValidOrRequired(Setting<?> setting) {
    String standard = setting.defaultValue();

    assertEquals(setting.equals(Setting.MEMCACHED_NODES), standard == null);
    if (standard != null) {
      Map<Setting<?>, String> values = given(setting + "=" + standard);
      ConfigurationParser.check(setting, values);
      assertDoesNotThrow(() -> ConfigurationParser.parse(values));
    }
  }

  // ---- what is refused ----

  /** A remedy behind {@code =} is the whole of it. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      textBlock =
          """
          # nodes of other stores: the message shows no password
          memcachedNodes=redis://:pw@cache:6379 => memcachedNodes => write nodes of Valkey or Redis as
          memcachedNodes=rediss://user:pw@cache:6379 => memcachedNodes => write nodes of Valkey or Redis as
          memcachedNodes=redis://:p,w@cache:6379 => memcachedNodes => write nodes of Valkey or Redis as
          memcachedNodes=redis://:p w@cache:6379,redis://:p@w@cache:6380 => memcachedNodes => write nodes of Valkey or Redis as
          memcachedNodes=n1:a:1 user:p,w@cache:11211 => memcachedNodes => is not a node
          memcachedNodes=n1:a:1,redis://:p/w@cache:6379 => memcachedNodes => write nodes of Valkey or Redis as
          memcachedNodes=http://user:pw@cache:8091/pools => memcachedNodes => Couchbase is not supported
          memcachedNodes=memcached://user:pw@cache:11211 => memcachedNodes => a node is not a URL
          memcachedNodes=user:pw@cache:11211 => memcachedNodes => is not a node
          memcachedNodes=user:pw@cache:11211 => memcachedNodes => host:port
          memcachedNodes=memcached://cache1:11211 => memcachedNodes => a node is not a URL
          # nodes as others write them
          memcachedNodes=n1:cache1 => memcachedNodes => write nodes as id:host:port (or host:port)
          memcachedNodes=n1=cache1:11211 => memcachedNodes => write nodes as id:host:port (or host:port)
          memcachedNodes=n1:a:1|n2:b:1 => memcachedNodes => separated by commas or blanks
          memcachedNodes=n1:a:1;n2:b:1 => memcachedNodes => =separate nodes with commas or blanks, not with semicolons
          memcachedNodes=dns:cache1 => memcachedNodes => "dns:memcached.default.svc:11211"
          memcachedNodes=n1:a:262010 => memcachedNodes => =the port of "n1:a:262010" must be 1 to 65535
          memcachedNodes=n1:a:1,n1:b:1 => memcachedNodes => give each node one of its own
          memcachedNodes=n1:a:1,n2:A:1 => memcachedNodes => the nodes "n1" and "n2" are one server, a:1
          memcachedNodes=n1:a:1,a:1 => memcachedNodes => are one server
          memcachedNodes=n1:[::1]:1,n2:[::1]:1 => memcachedNodes => are one server
          memcachedNodes=my.ab.cfg.use1.cache.amazonaws.com:1 => memcachedNodes => write elasticache:my.ab.cfg.use1.cache.amazonaws.com:1
          memcachedNodes=n1:a:1,n2:MY.cfg.cnn1.cache.amazonaws.com.cn:1 => memcachedNodes => write elasticache:MY.cfg.cnn1.cache.amazonaws.com.cn:1
          # Valkey and Redis
          memcachedNodes=n1:valkey://a:1,n2:b:2 => memcachedNodes => all nodes are of one kind, but "n1" is Valkey and "n2" is memcached
          memcachedNodes=n1:valkey://a:1,n2:valkeys://b:2 => memcachedNodes => but "n1" is Valkey and "n2" is Valkey with TLS
          memcachedNodes=valkey://a:6379/3 => memcachedNodes => sessions in the database 0
          memcachedNodes=valkey://user@a:6379 => memcachedNodes => password or passwordFile is needed as well
          memcachedNodes=valkey://user:1234@a => memcachedNodes => password belongs in the attribute password
          memcachedNodes=n1:valkey://ann@a,n2:valkey://bob@b => memcachedNodes => all nodes have one user
          memcachedNodes=n1:valkey://ann@a,n2:valkey://b => memcachedNodes => all nodes have one user
          memcachedNodes=n1:valkey://a:1,n2:redis://a:1 => memcachedNodes => are one server
          memcachedNodes=n1:valkey://a:1234@zone-a => memcachedNodes => with a zone as id:valkey://host:port?zone=name
          memcachedNodes=n1:valkey://a:1?zone=a,n2:valkey://b:1 => memcachedNodes => write id:valkey://host:port?zone=name for each
          memcachedNodes=dns:valkey://ann@a:1 => memcachedNodes => a user belongs in the attribute username
          memcachedNodes=dns:valkey://ann:1234@a => memcachedNodes => a user belongs in the attribute username
          memcachedNodes=dns:valkey://a,dns:b:1?zone=b => memcachedNodes => are of one kind
          memcachedNodes=dns:valkey://a,dns:valkey://b => memcachedNodes => dns:valkey://name:port?zone=name, with another zone
          memcachedNodes=dns:valkey://10.0.0.1 => memcachedNodes => list it, as id:valkey://host:port
          memcachedNodes=srv:valkey://_valkey._tcp.a:6379 => memcachedNodes => write where nodes are found as "dns:valkey://
          memcachedNodes=srv:valkey://_valkey._tcp.a?zone=a => memcachedNodes => only names of dns: have zones
          memcachedNodes=elasticache:valkey://a:6379 => memcachedNodes => finds nodes of memcached
          memcachedNodes=valkey://a:0 => memcachedNodes => must be 1 to 65535
          password=hush; memcachedNodes=valkey://ann@a; username=bob => username => memcachedNodes has another user before its hosts
          memcachedNodes=valkey://a:6379; memcachedProtocol=binary => memcachedProtocol => the nodes are Valkey or Redis; leave it out
          waitForReplicas=1 => waitForReplicas => =memcached has no replicas; leave it out, or name nodes of Valkey or Redis
          # sentinels and clusters
          memcachedNodes=sentinel:@h1:1 => memcachedNodes => write sentinels as sentinel:NAME@host:port
          memcachedNodes=sentinel:m@ => memcachedNodes => write sentinels as sentinel:NAME@host:port
          memcachedNodes=sentinel:m@pw@h1 => memcachedNodes => write sentinels as sentinel:NAME@host:port
          memcachedNodes=sentinel:m@h1:1,n2:valkey://h2 => memcachedNodes => write sentinels as sentinel:NAME@host:port
          memcachedNodes=sentinel:m@h1:1,h1:1 => memcachedNodes => the sentinel h1:1 appears twice
          memcachedNodes=sentinel:m@h1:0 => memcachedNodes => write sentinels as sentinel:NAME@host:port
          memcachedNodes=valkey://a; sentinelUsername=u => sentinelUsername => =memcachedNodes names no sentinels; leave it out
          sentinelPasswordFile=/f => sentinelPasswordFile => =memcachedNodes names no sentinels; leave it out
          memcachedNodes=sentinel:main@h1; sentinelUsername=u => sentinelUsername => =sentinelPasswordFile is needed as well
          memcachedNodes=sentinel:main@h1; copies=2 => copies => =the servers that the sentinels name replicate each other; leave it out, or name two or more independent servers as n1:valkey://host:port,n2:valkey://host:port
          memcachedNodes=valkey-cluster: => memcachedNodes => write a cluster as valkey-cluster:host:port
          memcachedNodes=valkey-cluster:h:0 => memcachedNodes => write a cluster as valkey-cluster:host:port
          memcachedNodes=valkey-cluster:h,n1:valkey://b => memcachedNodes => write a cluster as valkey-cluster:host:port
          memcachedNodes=valkey-cluster:h,h:6379 => memcachedNodes => the server h:6379 appears twice
          # found nodes, failover nodes, copies
          memcachedNodes=dns:cache:1; sticky=false; failoverNodes=n1 => failoverNodes => leave the attribute out
          memcachedNodes=dns:cache:1; sticky=false; copies=1 => copies => from 2 to 100
          memcachedNodes=n1:a:1,n2:b:2; sticky=false; failoverNodes=n2 => failoverNodes => leave the attribute out
          copies=2 => copies => =there is one node for copies; name more in memcachedNodes, or use 1
          copies=two => copies => a whole number from 1 to 100 is needed
          # zones
          memcachedNodes=n1:cache1:11211@a,n2:cache2:11211 => memcachedNodes => the node "n2" has no zone
          memcachedNodes=n1:a:1,n2:b:2; zone=a => zone => the nodes have no zones
          memcachedNodes=n1:a:1@a,n2:b:2@b; zone=a; failoverNodes=n1 => zone => failoverNodes names the nodes
          memcachedNodes=n1:a:1@a,n2:b:2@b; zone=a b => zone => write it as behind @
          memcachedNodes=n1:a:1@a,n2:b:2@b; zone=${zone} => zone => the property ${zone} is not known
          # numbers with units
          operationTimeout=0 => operationTimeout => =0 is 0 milliseconds; use 1ms to 1h, for example 10s; a number without a unit is milliseconds
          operationTimeout=1 sec => operationTimeout => =use 1ms to 1h, for example 10s; a number without a unit is milliseconds
          operationTimeout=2h => operationTimeout => =use 1ms to 1h, for example 10s; a number without a unit is milliseconds
          operationTimeout=1,5s => operationTimeout => use 1ms to 1h, for example 10s
          operationTimeout=500 msec => operationTimeout => use 1ms to 1h, for example 10s
          doubtTimeout=10 minutes => doubtTimeout => use 0 to 1h, for example 10s
          lockExpiration=5000 => lockExpiration => =5000 is 5000 seconds; use 2s to 1h, for example 10s; a number without a unit is seconds
          lockExpiration=2.5 => lockExpiration => =use 2s to 1h, for example 10s; a number without a unit is seconds
          maxLockHold=25h => maxLockHold => =use -1 to 1d, for example 10s; a number without a unit is seconds
          maxLockWaiters=2s => maxLockWaiters => =a whole number from 1 to 10000 is needed
          maxSessionSize=1 => maxSessionSize => =1 is 1 bytes; use 1KB to 128MB, for example 8MB; a number without a unit is bytes
          maxSessionSize=32MiB => maxSessionSize => use 1KB to 128MB, for example 8MB
          maxSessionSize=1TB => maxSessionSize => use 1KB to 128MB, for example 8MB
          spillLimit=0 => spillLimit => =0 is 0 megabytes; use 1MB to 1024GB, for example 8MB; a number without a unit is megabytes
          spillLimit=1.5GB => spillLimit => a number without a unit is megabytes
          # words, paths and expressions
          onLockTimeout=503 => onLockTimeout => use proceed or reject
          granularity=attributes => granularity => use session, attribute or auto
          compression=gzip => compression => use none or deflate
          encryptionMigration=yes => encryptionMigration => use false, prepare or true
          spillDirectory=~/spill => spillDirectory => an absolute path is needed, for example ${catalina.base}/spill
          requestUriIgnorePattern=*.png => requestUriIgnorePattern => write one such as .*\\.(?:css|png)
          requestUriIgnorePattern=.*(png => requestUriIgnorePattern => Unclosed group at character 7
          sessionAttributeFilter=user[ => sessionAttributeFilter => write one such as cart|user.*
          lockingMode=uriPattern:/cart( => lockingMode => write one such as /cart.*|/pay.*
          lockingMode=uriPattern:[a => lockingMode => at character 2
          lockingMode=auto => lockingMode => =sticky sessions are not locked; leave the attribute out, or set sticky="false" as well
          # URLs whose passwords are not shown
          failoverNodes=redis://:p,w@cache:6379 => failoverNodes => ://***@
          spillDirectory=http://user:pw@host/spill => spillDirectory => ://***@
          lockingMode=http://user:pw@host => lockingMode => ://***@
          # properties that Tomcat does not know, and leaves without a word
          memcachedNodes=${shop.nodes} => memcachedNodes => =the property ${shop.nodes} is not known; set it, or write the value
          memcachedNodes=n1:${host}:11211 => memcachedNodes => =the property ${host} is not known; set it, or write the value
          operationTimeout=${shop.timeout} => operationTimeout => =the property ${shop.timeout} is not known; set it, or write the value
          sticky=${shop.sticky} => sticky => =the property ${shop.sticky} is not known; set it, or write the value
          username=${shop.user}; password=hush => username => =the property ${shop.user} is not known; set it, or write the value
          username=joe; passwordFile=/etc/${shop}/password => passwordFile => =the property ${shop} is not known; set it, or write the value
          storageKeyPrefix=static:${stage},context => storageKeyPrefix => =the property ${stage} is not known; set it, or write the value
          spillDirectory=/var/${instance}/spill => spillDirectory => =the property ${instance} is not known; set it, or write the value
          transcoderFactoryClass=${serializer} => transcoderFactoryClass => =the property ${serializer} is not known; set it, or write the value
          allowedClasses=com.acme.*,${shop.classes} => allowedClasses => =the property ${shop.classes} is not known; set it, or write the value
          customConverter=${converters} => customConverter => =the property ${converters} is not known; set it, or write the value
          # which name it has is not shown, as it might be a password after all
          username=joe; password=${hush} => password => =it is a ${property} that is not known; set that property, or write the value
          tls=true; tlsTrustStore=/etc/ca.p12; tlsTrustStorePassword=${hush} => tlsTrustStorePassword => =it is a ${property} that is not known; set that property, or write the value
          # passwords, TLS and encryption
          password=hush => password => a username is needed as well
          username=joe; passwordFile=/etc/file; password=hush => passwordFile => =password is set as well; leave one of them out
          tls=true; memcachedProtocol=binary => tls => ''
          tls=true; tlsCertificateFile=/etc/own.pem => tlsCertificateFile => ''
          tls=true; tlsKeyFile=/etc/own-key.pem => tlsKeyFile => ''
          tls=true; tlsTrustStorePassword=hush => tlsTrustStorePassword => ''
          tls=true; tlsCaFile=ca.pem => tlsCaFile => ''
          tls=true; tlsTrustStore=./ca.p12 => tlsTrustStore => ''
          tls=true; tlsCaFile=/etc/ca.pem; tlsTrustStore=/etc/ca.p12 => tlsTrustStore => ''
          encryptionKeyFile=/etc/keys; compression=deflate => compression => ''
          # what is not encrypted, anyone who can write to a node may have put there
          allowedClasses=@application => allowedClasses => =@application needs encrypted records: set encryptionKeyFile, and leave out encryptionMigration; or name the classes
          allowedClasses=@application; encryptionKeyFile=/k; encryptionMigration=true => allowedClasses => @application needs encrypted records
          allowedClasses=@application; encryptionKeyFile=/k; encryptionMigration=prepare => allowedClasses => @application needs encrypted records
          """)
  void parseWhenASettingIsWrongThenTheErrorNamesItAndWhatWouldBeRight(
      String settings, Setting<?> attribute, @Nullable String remedy) {
    ConfigurationException error = refused(settings);

    String message = String.valueOf(error.getMessage());
    assertEquals(attribute.attribute(), error.attribute(), message);
    assertTrue(message.startsWith(attribute + "=\""), message);
    assertFalse(SECRET.matcher(message).find(), message);
    if (remedy != null && remedy.startsWith("=")) {
      assertEquals(remedy.substring(1), error.remedy());
    } else if (remedy != null) {
      assertTrue(message.contains(remedy), message);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "memcachedNodes, 'redis://:p,w@cache:6379', redis://***@cache:6379",
    "memcachedNodes, 'sentinel:my.master@h1:1,h2, [::1]:3', 'sentinel:my.master@h1:1,h2, [::1]:3'"
  })
  void shownInWhenNodesHaveAPasswordThenItIsLeftOut(
      Setting<?> setting, String value, String shown) {
    assertEquals(shown, setting.shownIn(Map.of(setting, value)));
  }

  /** With two nodes; values are separated by blanks, and a blank in a value is {@code _}. */
  @ParameterizedTest
  @CsvSource(
      delimiterString = " => ",
      textBlock =
          """
          memcachedNodes => ''
          memcachedNodes => n1 n1:host n1:host:0 n1:host:65536 n1:::1:11211 n1:a:1,n1:b:2
          memcachedNodes => dns: dns:cache dns:cache:0 dns:cache:65536 dns:10.0.0.1:11211 dns:a_b:11211
          memcachedNodes => dns:a/b:11211 dns:a..b:11211 dns:cache:11211,n1:a:1 dns:cache:11211,dns:other:11211
          memcachedNodes => elasticache:my.cfg.example elasticache:my.cfg.example:11211,n1:a:1
          memcachedNodes => srv: srv:_memcached._tcp.cache:11211 srv:_memcached._tcp.cache,n1:a:1
          # zones of discovered nodes
          memcachedNodes => dns:cache-a:11211,dns:cache-b:11211 dns:cache-a:11211@a,dns:cache-b:11211
          memcachedNodes => dns:cache-a:11211@a,dns:cache-b:11211@a dns:cache-a:11211@a,n2:cache-b:11211@b
          memcachedNodes => dns:cache-a:11211@a,srv:_memcached._tcp.cache srv:_memcached._tcp.cache@a
          memcachedNodes => dns:cache-a:11211@ elasticache:my.cfg.use1.cache.amazonaws.com:11211@a
          discoveryInterval => 0 3601 500ms
          failoverNodes => n9 n1,n2
          sticky => yes
          lockingMode => all none: sometimes uriPattern: uriPattern:*.png
          lockExpiration => 1 3601 5sec
          onLockTimeout => wait
          maxLockWaiters => 0 10001 many
          maxLockHold => -2 long
          granularity => fine
          requestUriIgnorePattern => *.png
          sessionBackupAsync => 1
          sessionBackupTimeout => 0 soon
          operationTimeout => -5 1sec
          doubtTimeout => -1 soon
          maxIdleDecoded => -2 never
          backupThreadCount => -1 1001
          memcachedProtocol => ascii
          username => joe
          transcoderFactoryClass => ''
          copyCollectionsForSerialization => maybe
          sessionAttributeFilter => (
          enableStatistics => on
          copies => 0 3
          resyncRate => 0 fast
          maxSessionSize => 10
          maxItemSize => 1000
          compression => zip
          compressionThreshold => -1
          passwordFile => file /etc/file
          tls => on
          tlsCaFile => /etc/ca.pem
          tlsTrustStore => /etc/ca.p12
          tlsCertificateFile => /etc/own.pem
          tlsKeyFile => /etc/own-key.pem
          tlsHostnameVerification => false
          encryptionKeyFile => keys ./keys
          encryptionMigration => yes true prepare
          spillDirectory => spill ./spill
          spillLimit => 0 1_GiB
          """)
  void parseWhenAnAttributeIsWrongThenTheErrorNamesAttributeAndValue(String name, String values) {
    for (String each : values.split(" ")) {
      String value = each.replace('_', each.contains("_tcp") ? '_' : ' ');

      ConfigurationException error = refusedBesideTwoNodes(name, value);

      assertEquals(name, error.attribute());
      String message = String.valueOf(error.getMessage());
      String shown = value.contains("@") ? "" : value + "\": "; // a password may stand before it
      assertTrue(message.startsWith(name + "=\"" + shown), message);
      assertTrue(message.length() > name.length() + value.length() + 15, message);
    }
  }

  private static ConfigurationException refusedBesideTwoNodes(String name, String value) {
    return refused("memcachedNodes=n1:a:1,n2:b:2; " + name + "=" + value);
  }

  @Test
  void parseWhenNodesAreMissingThenTheErrorShowsAnExample() {
    ConfigurationException error =
        assertThrows(ConfigurationException.class, () -> ConfigurationParser.parse(Map.of()));

    assertTrue(String.valueOf(error.getMessage()).contains("n1:localhost:11211"));
  }

  @Test
  void parseWhenSeveralAttributesAreWrongThenOneMessageNamesThemAll() {
    ConfigurationException error =
        refused(
            "memcachedNodes=n1:a:0; lockingMode=all; operationTimeout=0; password=secret;"
                + " enabled=perhaps");

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
        "[memcachedNodes, lockingMode, operationTimeout, password, enabled]", named(error));
  }

  private static String named(ConfigurationException error) {
    return error.each().stream().map(ConfigurationException::attribute).toList().toString();
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
      String wrong, String value, String other, String valueOfOther) {
    String settings = "%s=%s; %s=%s".formatted(wrong, value, other, valueOfOther);

    assertEquals("[" + wrong + "]", named(refused(settings)));
  }

  @ParameterizedTest
  @CsvSource({
    "operationTimeout, abc",
    "sticky, yes",
    "enabled, perhaps",
    "lockingMode, sometimes",
    "failoverNodes, n9",
    "copies, 3",
    "memcachedNodes, n1",
    "sessionAttributeFilter, ("
  })
  void checkWhenOtherAttributesAreWrongThenOneIsCheckedByItself(Setting<?> setting, String value) {
    Map<Setting<?>, String> values =
        given("memcachedNodes=n1:a:1,n2:b:2; resyncRate=fast; " + setting + "=" + value);

    ConfigurationException error =
        assertThrows(
            ConfigurationException.class, () -> ConfigurationParser.check(setting, values));

    assertEquals(setting.attribute(), error.attribute());
  }

  @ParameterizedTest
  @CsvSource({
    "password, resyncRate=fast; password=",
    "username, resyncRate=fast; username=",
    "memcachedNodes, resyncRate=fast; memcachedNodes=n1:a:1"
  })
  void checkWhenTheAttributeIsRightThenSo(Setting<?> setting, String settings) {
    assertDoesNotThrow(() -> ConfigurationParser.check(setting, given(settings)));
  }

  /** The mode is checked before the attribute that says that sessions are not sticky. */
  @Test
  void checkWhenTheModeIsOfNonStickySessionsThenIsRight() {
    Map<Setting<?>, String> values = Map.of(Setting.LOCKING_MODE, "all");

    assertDoesNotThrow(() -> ConfigurationParser.check(Setting.LOCKING_MODE, values));
  }

  @Test
  void toStringWhenThereIsAPasswordThenItDoesNotShow() {
    String shown = parse("memcachedProtocol=binary; username=joe; password=open sesame").toString();

    assertFalse(shown.contains("sesame"));
    assertTrue(shown.contains("joe"));
  }
}
