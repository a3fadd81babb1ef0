package io.holdfast.core.storage.link;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Arrays;
import java.util.List;

/** Finds the addresses of a host; asked for each connection, so that an address may change. */
@FunctionalInterface
public interface HostResolver {

  /**
   * All addresses, to be tried in this order.
   *
   * @param host a name, or a literal address, IPv6 without brackets
   * @throws UnknownHostException if there is none now
   */
  InetAddress[] addressesOf(String host) throws UnknownHostException;

  /** The same with a port; each keeps the name by which it was found, for the certificate. */
  default List<InetSocketAddress> placesOf(String host, int port) throws UnknownHostException {
    return Arrays.stream(addressesOf(host)).map(one -> new InetSocketAddress(one, port)).toList();
  }
}
