package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.security.auth.x500.X500Principal;
import org.jboss.weld.bean.StringBeanIdentifier;
import org.jboss.weld.contexts.beanstore.LockStore;

/** What Tomcat's own filters and the CDI container put into sessions of real applications. */
final class ContainerKinds {

  private ContainerKinds() {}

  static List<Kind> all() {
    return List.of(
        Kind.of("Tomcat CSRF nonces", ContainerKinds::nonces),
        Kind.of("X.509 certificate", SampleCertificate::certificate),
        Kind.of(
            "X.509 certificates of a request",
            () -> new X509Certificate[] {SampleCertificate.certificate()}),
        Kind.of("X.509 CertPath", SampleCertificate::path),
        Kind.of("X.509 principal", () -> new X500Principal("CN=Ann, O=Acme")),
        Kind.of("CDI (Weld) locks", LockStore::new),
        Kind.of("CDI (Weld) identifier of a bean", () -> new StringBeanIdentifier("WELD%Basket")));
  }

  private static Object nonces() {
    Object nonces = Made.by("org.apache.catalina.filters.CsrfPreventionFilter$LruCache", 5);
    Made.call(nonces, "add", "9044B94A240B0151BE7A5F5DB5A5B425");
    Made.call(nonces, "add", "28E9CAEA21557588966D70BC207D85C2");
    return nonces;
  }
}
