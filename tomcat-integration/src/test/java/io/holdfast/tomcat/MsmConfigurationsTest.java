package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.ConfigurationParser;
import io.holdfast.core.config.NodeLayout;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.transcoder.TranscoderFactories;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.apache.catalina.core.StandardContext;
import org.apache.tomcat.util.IntrospectionUtils;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code <Manager>} as the documentation of memcached-session-manager and its users write it, with
 * another class name: it means the same, or the start names the attribute, its value and what would
 * be right.
 */
class MsmConfigurationsTest extends WithTomcats {

  private static final Pattern ATTRIBUTE = Pattern.compile("(\\w+)='([^']*)'");

  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      textBlock =
          """
      memcachedNodes='n1:host1:11211,n2:host2:11211' failoverNodes='n1' requestUriIgnorePattern='.*\\.(ico|png|gif|jpg|css|js)$' % [n1(host1:11211), n2(host2:11211)] failover [n1] sticky async 100 ms java
      memcachedNodes='n1:host1:11211 n2:host2:11211' sticky='false' sessionBackupAsync='false' lockingMode='uriPattern:/path1|/path2' % [n1(host1:11211), n2(host2:11211)] failover [] uriPattern:/path1|/path2 waits 100 ms java
      memcachedNodes='n1:host1:11211, n2:host2:11211' sticky='false' lockingMode='auto' sessionBackupTimeout='1000' % [n1(host1:11211), n2(host2:11211)] failover [] auto async 1000 ms java
      memcachedNodes='n1:host1:11211' lockingMode='all' sticky='false' % [n1(host1:11211)] failover [] all async 100 ms java
      memcachedNodes='localhost:11211' % [localhost:11211(localhost:11211)] failover [] sticky async 100 ms java
      memcachedNodes='n1:host1:11211' sticky='true' sessionBackupAsync='true' sessionBackupTimeout='1800000' copyCollectionsForSerialization='true' % [n1(host1:11211)] failover [] sticky async 1800000 ms java
      memcachedNodes='n1:host1:11211,n2:host2:11211,n3:host3:11211' failoverNodes='n1, n2' backupThreadCount='2' operationTimeout='500' memcachedProtocol='binary' username='u' password='p' % [n1(host1:11211), n2(host2:11211), n3(host3:11211)] failover [n1, n2] sticky async 100 ms java
      memcachedNodes='n1:host1:11211' storageKeyPrefix='static:x,host.hash,context.hash,webappVersion' sessionAttributeFilter='^(userName|sessionHistory)$' enableStatistics='false' % [n1(host1:11211)] failover [] sticky async 100 ms java
      memcachedNodes='n1:host1:11211' activeNodeIndex='0' debug='0' maxInactiveInterval='1800' maxActiveSessions='-1' processExpiresFrequency='6' % [n1(host1:11211)] failover [] sticky async 100 ms java
      memcachedNodes='n1:host1:11211' transcoderFactoryClass='de.javakaffee.web.msm.JavaSerializationTranscoderFactory' % [n1(host1:11211)] failover [] sticky async 100 ms java
      memcachedNodes='n1:host1:11211' transcoderFactoryClass='de.javakaffee.web.msm.serializer.kryo.KryoTranscoderFactory' % [n1(host1:11211)] failover [] sticky async 100 ms kryo
      memcachedNodes='n1:host1:11211' transcoderFactoryClass='de.javakaffee.web.msm.serializer.xstream.XStreamTranscoderFactory' % [n1(host1:11211)] failover [] sticky async 100 ms xstream
      memcachedNodes='n1:host1:11211' transcoderFactoryClass='de.javakaffee.web.msm.serializer.javolution.JavolutionTranscoderFactory' % [n1(host1:11211)] failover [] sticky async 100 ms javolution
      """)
  void managerWhenOnlyItsClassNameIsAnotherThenMeansTheSame(String attributes, String meaning) {
    assertEquals(meaning, meaningOf(attributes));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '%',
      textBlock =
          """
      memcachedNodes='http://host1:8091/pools' username='bucket1' password='topsecret' memcachedProtocol='binary' sticky='false' % memcachedNodes="http://host1:8091/pools": Couchbase is not supported
      memcachedNodes='http://host1:8091/pools,http://host2:8091/pools' username='default' memcachedProtocol='binary' % memcachedNodes="http://host1:8091/pools,http://host2:8091/pools": Couchbase is not supported
      memcachedNodes='redis://:topsecret@redis.example.com:6379' sticky='false' lockingMode='uriPattern:/path1' % memcachedNodes="redis://***@redis.example.com:6379": write nodes of Valkey or Redis as
      memcachedNodes='mypool.acdbd.cfg.euc1.cache.amazonaws.com:11211' % write elasticache:mypool.acdbd.cfg.euc1.cache.amazonaws.com:11211
      memcachedNodes='n1:mypool.acdbd.cfg.euc1.cache.amazonaws.com:11211' sticky='false' % write elasticache:mypool.acdbd.cfg.euc1.cache.amazonaws.com:11211
      memcachedNodes='n1:host1:11211,n2:host2:11211' sticky='false' failoverNodes='n1' % failoverNodes="n1": sessions that are not sticky have no failover nodes
      memcachedNodes='n1:host1:11211' failoverNodes='n1' % failoverNodes="n1": at least one node
      memcachedNodes='n1:host1:11211' sticky='true' lockingMode='auto' % lockingMode="auto": sticky sessions are not locked
      memcachedNodes='n1:host1:11211' sticky='false' lockingMode='app' % lockingMode="app": use none
      memcachedNodes='n1:host1:11211' memcachedProtocol='ascii' % memcachedProtocol="ascii": use text or binary
      memcachedNodes='n1:host1:11211' username='u' % username="u": password or passwordFile is needed
      memcachedNodes='n1:host1:11211' storageKeyPrefix='contextPath' % storageKeyPrefix="contextPath": "contextPath" is no part of a prefix
      memcachedNodes='n1:host1:11211' sessionBackupAsync='yes' % sessionBackupAsync="yes": use true or false
      memcachedNodes='n1:host1:11211' backupThreadCount='two' % backupThreadCount="two": a whole number
      memcachedNodes='n1:host1:11211' memcachedFailover='n1' % memcachedFailover="n1": there is no such attribute
      memcachedNodes='n1:host1:11211' transcoderFactoryClass='de.javakaffee.web.msm.serializer.json.JSONTranscoderFactory' % transcoderFactoryClass="de.javakaffee.web.msm.serializer.json.JSONTranscoderFactory":
      """)
  void managerWhenItCannotMeanTheSameThenTheStartSaysWhy(String attributes, String reason) {
    Consumer<StandardContext> asBefore = context -> set(attributes, context.getManager());

    PageTomcat tomcat = closing(start("t1", settings("sticky", "127.0.0.1:1"), asBefore));
    Throwable failure = tomcat.manager.startFailure();
    String message = failure == null ? "it has started" : String.valueOf(failure.getMessage());

    assertTrue(message.contains(reason), message);
    assertFalse(message.contains("topsecret"), message);
  }

  private static String meaningOf(String attributes) {
    MemcachedSessionManager manager = new MemcachedSessionManager();
    set(attributes, manager);
    ConfigurationException.throwIfAny(manager.given.unknown());
    SessionConfiguration configuration = ConfigurationParser.parse(manager.given.all());
    NodeLayout layout = configuration.layout();
    return "%s failover %s %s %s %d ms %s"
        .formatted(
            layout.nodes(),
            new TreeSet<>(layout.failoverNodes()),
            configuration.isSticky() ? "sticky" : configuration.lockingMode(),
            configuration.get(Setting.SESSION_BACKUP_ASYNC) ? "async" : "waits",
            configuration.get(Setting.SESSION_BACKUP_TIMEOUT).toMillis(),
            TranscoderFactories.successorOf(configuration.get(Setting.TRANSCODER_FACTORY_CLASS)));
  }

  /** As Tomcat's digester does. */
  private static void set(String attributes, Object manager) {
    ATTRIBUTE
        .matcher(attributes)
        .results()
        .forEach(each -> IntrospectionUtils.setProperty(manager, each.group(1), each.group(2)));
  }
}
