package io.holdfast.testkit.memcached;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The files of a node that speaks TLS: memcached's {@code -Z}.
 *
 * @param certificate its certificate and those that it comes from, in PEM
 * @param key the private key of that certificate, in PEM
 * @param clients those of clients, which it demands then, must come from these; null: it demands
 *     none
 */
public record TlsFiles(Path certificate, Path key, @Nullable Path clients) {

  /** The arguments that tell memcached of them. */
  String arguments() {
    String own = "ssl_chain_cert=%s,ssl_key=%s".formatted(certificate, key);
    return clients == null ? own : own + ",ssl_ca_cert=%s,ssl_verify_mode=2".formatted(clients);
  }
}
