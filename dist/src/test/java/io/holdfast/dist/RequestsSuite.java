package io.holdfast.dist;

import io.holdfast.core.config.Setting;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Nested;

/**
 * All kinds of requests that the servlet specification and Tomcat know, each at one Tomcat; what it
 * changed is looked for at the other. All groups of tests share one cluster.
 */
@OnLines(11)
abstract class RequestsSuite extends ClusterSuite {

  static final String PASSWORD = "secret";

  /** Tomcat's own authenticator asks for the session before the application does. */
  private static final String LEAVES_SESSIONS_ALONE =
      "<Valve className=\"org.apache.catalina.authenticator.NonLoginAuthenticator\""
          + " cache=\"false\"/>";

  /** An application that takes a user from the single sign-on without his password. */
  private static final String TRUSTS_SIGN_ON =
      "<Valve className=\"org.apache.catalina.authenticator.BasicAuthenticator\""
          + " ssoReauthenticationMode=\"PRINCIPAL\"/>";

  private final MemcachedNode signOns = StoreNodes.start();

  @Override
  final List<ContextXml> contexts() {
    List<ContextXml> contexts =
        new ArrayList<>(
            Mode.each(of("app").withPagesAndSockets(), crossing("shop"), crossing("cart")));
    contexts.addAll(
        Mode.each(
            crossing("one").context("sessionCookiePath", "/"),
            crossing("two").context("sessionCookiePath", "/"),
            version("1"),
            version("2"),
            lookedAfter(of("brief")).withPagesAndSockets(),
            of("urls").context("cookies", "false"),
            of("inside").context("privileged", "true"),
            of("tls").context("altDDName", ProbeApplication.trackedBy("SSL").toString()),
            lookedAfter(secured("sales")).withPagesAndSockets(),
            secured("news"),
            secured("trusting").containing(TRUSTS_SIGN_ON),
            secured("partitioned").containing("<CookieProcessor partitioned=\"true\"/>")));
    contexts.add(leased("all").withPagesAndSockets());
    contexts.add(leased("reject").manager("lockExpiration", "4").containing(LEAVES_SESSIONS_ALONE));
    return contexts;
  }

  private static ContextXml of(String name) {
    return ContextXml.synchronous(name);
  }

  private static ContextXml crossing(String name) {
    return withKeysAsTheyAre(of(name)).context("crossContext", "true");
  }

  private static ContextXml version(String version) {
    return withKeysAsTheyAre(of("versions##" + version))
        .containing("<Parameter name=\"version\" value=\"%s\"/>".formatted(version));
  }

  /** With the prefix of keys that a manager has by default. */
  private static ContextXml withKeysAsTheyAre(ContextXml context) {
    String prefix = Objects.requireNonNull(Setting.STORAGE_KEY_PREFIX.defaultValue());
    return context.manager("storageKeyPrefix", prefix);
  }

  private static ContextXml secured(String name) {
    return of(name).context("altDDName", ProbeApplication.secured("BASIC").toString());
  }

  /** Tomcat looks each second for sessions whose time is up. */
  private static ContextXml lookedAfter(ContextXml context) {
    return context.context("backgroundProcessorDelay", "1").manager("processExpiresFrequency", "1");
  }

  private static ContextXml leased(String name) {
    return ContextXml.named(name).manager("sticky", "false").manager("lockingMode", "all");
  }

  @Override
  final TomcatSettings extras(TomcatSettings settings) {
    String signOn =
        "<Valve className=\"io.holdfast.tomcat.MemcachedSingleSignOn\" memcachedNodes=\"%s\""
            + " requireReauthentication=\"true\"/>";
    return ManagerApplication.deploy(settings, Cluster.distribution(line()).home())
        .user("ann", PASSWORD, "member")
        .hostContent(signOn.formatted(signOns.location()))
        .connectorContent("<UpgradeProtocol className=\"org.apache.coyote.http2.Http2Protocol\"/>")
        .serviceContent(TlsConnector.xml(TestFolder.path()));
  }

  @AfterAll
  final void closeSignOns() {
    signOns.close();
  }

  /** Asynchronous requests, also those that read and write without blocking. */
  @Nested
  final class Asynchronous extends AsynchronousTests {}

  /** What the container has another servlet answer, in the same application. */
  @Nested
  final class Dispatches extends DispatchTests {}

  /** Several applications, with one id or each with its own. */
  @Nested
  final class Applications extends ApplicationsTests {}

  /** Versions of one application side by side. */
  @Nested
  final class Versions extends VersionsTests {}

  /** Connections that leave HTTP. */
  @Nested
  final class Upgrades extends UpgradeTests {}

  /** Where ids come from. */
  @Nested
  final class Ids extends IdsTests {}

  /** Users who are authenticated again in each application. */
  @Nested
  final class Reauthentication extends ReauthenticationTests {}

  /** Requests that share a connection. */
  @Nested
  final class Streams extends StreamsTests {}
}
