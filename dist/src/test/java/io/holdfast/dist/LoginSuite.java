package io.holdfast.dist;

import io.holdfast.testkit.tomcat.TomcatDistribution;
import io.holdfast.testkit.tomcat.TomcatSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Nested;

/** Users who log in, in all ways that Tomcat knows, where steps and requests change Tomcats. */
@OnLines(11)
abstract class LoginSuite extends ClusterSuite {

  /** Tomcat keeps 4 KB of an interrupted request by default. */
  private static final int MAX_SAVE_POST_SIZE = 128 * 1024;

  private static final String AUTHENTICATOR =
      "<Valve className=\"login.HeaderAuthenticator\" alwaysUseSession=\"true\"/>";

  @Override
  final List<ContextXml> contexts() {
    ContextXml form = secured("form", ProbeApplication.secured("FORM"));
    List<ContextXml> contexts =
        new ArrayList<>(
            Mode.each(
                form,
                form.renamed("forgetful").manager("persistAuthentication", "false"),
                secured("basic", ProbeApplication.secured("BASIC")),
                secured("digest", ProbeApplication.secured("DIGEST")),
                secured("cert", ProbeApplication.secured("CLIENT-CERT")),
                secured("jaspic", ProbeApplication.securedByItself()),
                secured("header", ProbeApplication.securedForAll()).containing(AUTHENTICATOR)));
    contexts.addAll(WritesTests.contexts());
    return contexts;
  }

  private static ContextXml secured(String name, Path descriptor) {
    return ContextXml.synchronous(name).context("altDDName", descriptor.toString());
  }

  @Override
  final TomcatSettings extras(TomcatSettings settings) {
    TomcatDistribution distribution = Cluster.distribution(line());
    Path folder = TestFolder.resolve("login-" + line());
    return settings
        .user("ann", "secret", "member")
        .user("bob", "secret", "guest")
        .user("CN=ann", "none", "member")
        .connectorAttributes("maxSavePostSize=\"" + MAX_SAVE_POST_SIZE + "\"")
        .hostContent("<Valve className=\"org.apache.catalina.valves.SSLValve\"/>")
        .libraries(List.of(TomcatLibrary.compile(distribution, "login", folder, List.of())));
  }

  /** The steps of a login by FORM; a Tomcat is killed between them. */
  @Nested
  @ComesLast
  final class Form extends FormLoginTests {}

  /** What other ways of logging in leave in the session. */
  @Nested
  final class Users extends UserTests {}

  /** What requests write; some of them have a login. */
  @Nested
  final class Writes extends WritesTests {}

  /** Each way of the servlet specification, and no user is asked twice. */
  @Nested
  final class Logins extends LoginTests {}
}
