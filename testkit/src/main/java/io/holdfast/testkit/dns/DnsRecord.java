package io.holdfast.testkit.dns;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

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

  /** The number of the type {@code SRV}. */
  public static final int SRV = 33;

  private static final int ADDRESS_OF_IPV4 = 4;
  private static final int PRIORITY_WEIGHT_PORT = 6;

  /** An address of IPv4 or IPv6. */
  public static DnsRecord address(String literal) {
    try {
      byte[] bytes = InetAddress.getAllByName(literal)[0].getAddress();
      return new DnsRecord(bytes.length == ADDRESS_OF_IPV4 ? A : AAAA, bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(literal, e);
    }
  }

  /** A server of the service that is asked for. */
  public static DnsRecord service(String host, int port) {
    ByteBuffer data = ByteBuffer.allocate(PRIORITY_WEIGHT_PORT + host.length() + 2);
    data.putShort((short) 0).putShort((short) 0).putShort((short) port);
    for (String label : host.split("\\.", -1)) {
      data.put((byte) label.length()).put(label.getBytes(StandardCharsets.US_ASCII));
    }
    return new DnsRecord(SRV, data.put((byte) 0).array());
  }
}
