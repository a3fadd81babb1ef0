package io.holdfast.dist;

import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/**
 * What an operator sees and does with Tomcat's own tools, and what Tomcat's own attributes of a
 * manager do. Where that makes sense, a context with Tomcat's own manager is beside ours.
 */
@OnLines(11)
abstract class OperationsSuite extends ClusterSuite {

  static final String PLAIN = EventsTests.PLAIN;

  /** What the second Tomcat has: sessions move there, or end there. */
  private static final Set<String> IN_BOTH =
      Stream.of("app", "later", "few", "often", "seldom", "filtered", "told", "off", "shop", "blog")
          .flatMap(purpose -> Stream.of(Mode.values()).map(mode -> mode.context(purpose)))
          .collect(Collectors.toUnmodifiableSet());

  private final MemcachedNode signOns = StoreNodes.start();

  @Override
  final List<ContextXml> contexts() {
    List<ContextXml> twins = new ArrayList<>(attributesOfAllLines());
    if (line() > 9) {
      twins.addAll(attributesSinceTomcat10());
    }
    List<ContextXml> contexts = new ArrayList<>();
    for (ContextXml twin : twins) {
      contexts.addAll(Mode.each(synchronous(twin)));
      contexts.add(
          twin.renamed(PLAIN + twin.name()).ofTomcat().manager("pathname", "SESSIONS.ser"));
    }
    contexts.addAll(
        Mode.each(
            ContextXml.synchronous("app").manager("requestUriIgnorePattern", ".*\\.png"),
            ContextXml.named("later"),
            ContextXml.synchronous("small").manager("maxSessionSize", "2048"),
            ContextXml.synchronous("strict")
                .manager("allowedClasses", "!java.util.concurrent.atomic.AtomicReference"),
            ContextXml.synchronous("off").manager("enableStatistics", "false")));
    contexts.add(ContextXml.named(PLAIN + "app").ofTomcat());
    contexts.addAll(SignOnTests.contexts());
    return contexts;
  }

  @Override
  final boolean isInBoth(ContextXml context) {
    return IN_BOTH.contains(context.name());
  }

  private static List<ContextXml> attributesOfAllLines() {
    ContextXml looking = ContextXml.named("often").context("backgroundProcessorDelay", "1");
    return List.of(
        ContextXml.named("few").manager("maxActiveSessions", "2"),
        looking.manager("processExpiresFrequency", "1"),
        looking.renamed("seldom").manager("processExpiresFrequency", "100000"),
        ContextXml.named("ids")
            .manager("secureRandomAlgorithm", "DRBG")
            .manager("secureRandomProvider", "SUN")
            .inManager(
                "<SessionIdGenerator sessionIdLength=\"24\""
                    + " className=\"org.apache.catalina.util.StandardSessionIdGenerator\"/>"),
        ContextXml.named("random").manager("secureRandomClass", "com.acme.NoRandom"),
        ContextXml.named("filtered")
            .manager("sessionAttributeNameFilter", "kept.*|basket")
            .manager("sessionAttributeValueClassNameFilter", "java\\.lang\\..*")
            .manager("warnOnSessionAttributeFilterFailure", "true"),
        hearing("told")
            .manager("notifyBindingListenerOnUnchangedValue", "true")
            .manager("notifyAttributeListenerOnUnchangedValue", "true"),
        hearing("untold")
            .manager("notifyBindingListenerOnUnchangedValue", "false")
            .manager("notifyAttributeListenerOnUnchangedValue", "false"));
  }

  private static List<ContextXml> attributesSinceTomcat10() {
    ContextXml looking =
        ContextXml.named("active")
            .context("backgroundProcessorDelay", "1")
            .manager("processExpiresFrequency", "1");
    return List.of(
        looking.manager("sessionActivityCheck", "true"),
        ContextXml.named("start").manager("sessionLastAccessAtStart", "true"),
        ContextXml.named("end").manager("sessionLastAccessAtStart", "false"));
  }

  private static ContextXml hearing(String name) {
    return ContextXml.named(name)
        .context("altDDName", ProbeApplication.descriptor("web-events.xml").toString());
  }

  private static ContextXml synchronous(ContextXml context) {
    return context.manager("sessionBackupAsync", "false").manager("sessionBackupTimeout", "10000");
  }

  @Override
  final TomcatSettings extras(TomcatSettings settings) {
    String valve =
        "<Valve className=\"io.holdfast.tomcat.MemcachedSingleSignOn\" memcachedNodes=\"n1:%s\"/>";
    return ManagerApplication.deploy(settings, Cluster.distribution(line()).home())
        .user("ann", Secrets.PASSWORD, "member")
        .hostContent(valve.formatted(signOns.location()));
  }

  @AfterAll
  final void closeSignOns() {
    signOns.close();
  }

  /** What the MBeans say of themselves. */
  @Nested
  final class Descriptors extends DescriptorTests {}

  /** Numbers that move. */
  @Nested
  final class Readings extends ReadingsTests {}

  /** The manager application, and operations by JMX. */
  @Nested
  final class Operator extends OperatorTests {}

  /** Attributes of the manager that are Tomcat's. */
  @Nested
  final class Attributes extends TomcatAttributesTests {}

  /** One login for two applications; sign-ons have a node of their own. */
  @Nested
  final class SignOn extends SignOnTests {

    @Override
    MemcachedNode signOns() {
      return signOns;
    }
  }

  /** A mistake that the log names; in a build {@code SameRouteTest} asks for it. */
  @Nested
  @OnLines({})
  final class SameRoute extends SameRouteTests {}

  /** Each twin of a context: ours in each mode, and Tomcat's. */
  static Map<String, Visitor> twins(String purpose) {
    Map<String, Visitor> twins = new LinkedHashMap<>();
    for (Mode mode : Mode.values()) {
      twins.put(mode.context(purpose), mode.visitor(purpose));
    }
    twins.put(PLAIN + purpose, new Visitor(PLAIN + purpose));
    return twins;
  }
}
