package io.holdfast.dist;

import io.holdfast.testkit.memcached.CommandTap;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import io.holdfast.testkit.tomcat.TomcatProcess;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/**
 * Sessions that any Tomcat may serve. All groups of tests share one cluster, whose Tomcats have no
 * route; each context is another way to configure them.
 */
@OnLines(11)
abstract class NonStickySuite extends ClusterSuite {

  private final MemcachedNode tapped1 = MemcachedNodes.start();
  private final MemcachedNode tapped2 = MemcachedNodes.start();
  private final CommandTap tap1 = CommandTap.before(tapped1);
  private final CommandTap tap2 = CommandTap.before(tapped2);

  @Override
  final List<ContextXml> contexts() {
    return List.of(
        shared("app").withPagesAndSockets(),
        shared("optimistic").manager("lockingMode", "optimistic"),
        crowded("all").manager("lockingMode", "all"),
        crowded("auto").manager("lockingMode", "auto"),
        crowded("pattern").manager("lockingMode", "uriPattern:.*/(count|ponder).*"),
        brief("brief").manager("onLockTimeout", "proceed"),
        brief("reject"),
        shared("patient").manager("operationTimeout", "4000"),
        shared("expiring")
            .context("backgroundProcessorDelay", "1")
            .manager("processExpiresFrequency", "1"),
        shared("idle")
            .context("backgroundProcessorDelay", "1")
            .manager("processExpiresFrequency", "1")
            .manager("maxIdleDecoded", "0"),
        secured("form", "FORM"),
        secured("basic", "BASIC"),
        secured("digest", "DIGEST"),
        tapped("tapped"),
        tapped("tapped-all").manager("lockingMode", "all"));
  }

  private static ContextXml shared(String name) {
    return ContextXml.named(name).manager("sticky", "false");
  }

  /** More clients than usual count in one session, all at one Tomcat when the other is killed. */
  private static ContextXml crowded(String name) {
    return shared(name).manager("maxLockWaiters", "100");
  }

  /** A holder that is not served for three seconds loses its lease; with two, it was for one. */
  private static ContextXml brief(String name) {
    return shared(name).manager("lockingMode", "all").manager("lockExpiration", "4");
  }

  private static ContextXml secured(String name, String method) {
    return shared(name).context("altDDName", ProbeApplication.secured(method).toString());
  }

  private ContextXml tapped(String name) {
    return shared(name)
        .manager("memcachedNodes", "n1:%s,n2:%s".formatted(tap1.address(), tap2.address()))
        .manager("requestUriIgnorePattern", ".*\\.png(\\?.*)?");
  }

  @Override
  final TomcatSettings extras(TomcatSettings settings) {
    return settings.jvmRoute("").user("ann", "secret", "member");
  }

  @AfterAll
  final void closeTaps() {
    tap1.close();
    tap2.close();
    tapped1.close();
    tapped2.close();
  }

  /** What is different for them. */
  @Nested
  final class Sessions extends NonStickyTests {}

  /** Users who log in. */
  @Nested
  final class Logins extends LoginTests {}

  /** The ways in which a response leaves. */
  @Nested
  final class StopResult extends LeavingSuite {
    @Override
    TomcatProcess tomcat() {
      return t1();
    }

    @Override
    String seenElsewhere(Visitor visitor, String attribute) {
      return visitor.copy().value(t2(), "get?name=" + attribute);
    }
  }

  /** Requests at the same time. */
  @Nested
  final class Locks extends LockTests {}

  /** Holders that fail; one is killed. */
  @Nested
  @ComesLast
  final class Leases extends LeaseTests {}

  /** Nodes that fail. */
  @Nested
  final class Nodes extends NodeLossTests {}

  /** What requests cost. */
  @Nested
  final class Wire extends WireTests {

    @Override
    List<CommandTap> taps() {
      return List.of(tap1, tap2);
    }
  }

  /** Exact counts under load: each night, since on line 11 three Tomcats count all the time. */
  @Nested
  @OnLines({})
  final class Counter extends CounterTests {}

  /** Attributes that are written once. */
  @Nested
  final class OnceWritten extends OnceWrittenTests {}
}
