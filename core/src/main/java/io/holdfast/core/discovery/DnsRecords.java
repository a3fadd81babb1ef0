package io.holdfast.core.discovery;

import java.io.IOException;
import java.util.List;

/** Asks DNS. */
@FunctionalInterface
public interface DnsRecords {

  /**
   * The records of a name, in the text form of master files (RFC 1035, section 5), in any order.
   *
   * @param name absolute, with its last dot; of letters, digits, {@code _}, {@code -} and dots
   * @param type such as {@code A}
   * @return empty if the name does not exist, or has no such record
   * @throws IOException if no server answers in time, or it fails
   */
  List<String> of(String name, String type) throws IOException;
}
