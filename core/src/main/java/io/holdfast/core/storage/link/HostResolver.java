package io.holdfast.core.storage.link;

import java.net.InetAddress;
import java.net.UnknownHostException;

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
}
