package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.util.List;
import org.apache.shiro.subject.SimplePrincipalCollection;
import org.apache.shiro.web.util.SavedRequest;
import org.springframework.mock.web.MockHttpServletRequest;

/** What Shiro puts into a session of the container: who is logged in, and as whom he acts. */
final class ShiroKinds {

  private ShiroKinds() {}

  static List<Kind> all() {
    return List.of(
        Kind.of("Shiro principals", ShiroKinds::principals),
        Kind.of("Shiro run-as stack", () -> List.of(principals(), principals())),
        Kind.of("Shiro saved request", ShiroKinds::savedRequest));
  }

  private static Object savedRequest() {
    MockHttpServletRequest request = new MockHttpServletRequest("GET", "/orders");
    request.setQueryString("id=7");
    return new SavedRequest(request);
  }

  @SuppressWarnings("deprecation") // what Shiro's own realms make
  private static Object principals() {
    SimplePrincipalCollection principals = new SimplePrincipalCollection("ann", "ldap");
    principals.add(7L, "database");
    return principals;
  }
}
