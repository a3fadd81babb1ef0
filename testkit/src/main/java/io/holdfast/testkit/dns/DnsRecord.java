package io.holdfast.testkit.dns;

import java.net.InetAddress;
import java.net.UnknownHostException;

/**
 * What one record says.
 *
 * @param type number of its type
 * @param data as a message has it
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record DnsRecord(int type, byte[] data) {

  /** The number of the type {@code A}. */
  public static final int A = 1;

  /** The number of the type {@code AAAA}. */
  public static final int AAAA = 28;

  private static final int ADDRESS_OF_IPV4 = 4;

  /** An address of IPv4 or IPv6. */
  public static DnsRecord address(String literal) {
    try {
      byte[] bytes = InetAddress.getAllByName(literal)[0].getAddress();
      return new DnsRecord(bytes.length == ADDRESS_OF_IPV4 ? A : AAAA, bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(literal, e);
    }
  }
}
