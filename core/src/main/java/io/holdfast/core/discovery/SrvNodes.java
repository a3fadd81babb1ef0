package io.holdfast.core.discovery;

import io.holdfast.core.config.NodeAddress;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The targets of a name's SRV records (RFC 2782) are nodes. Priority and weight do not count: all
 * nodes are used alike.
 *
 * <p>An id follows from the host name, so that a node which comes back with another address is the
 * same node: each connection asks for the address. A pod without a host name has a target for each
 * of its addresses, so targets that have addresses of IPv6 only do not count where others have some
 * of IPv4.
 */
public final class SrvNodes implements NodeLookup {

  private static final Pattern RECORD =
      Pattern.compile("[0-9]{1,5} [0-9]{1,5} (?<port>[0-9]{1,5}) (?<target>\\S+)");

  /** Of an address, which has no name. */
  private static final Pattern NUMBERS = Pattern.compile("[0-9.]+");

  /** The target of a service that is decidedly not there. */
  private static final String NOWHERE = ".";

  private final String service;
  private final DnsRecords records;
  private final Supplier<SearchList> search;
  private final AddressFamily family = new AddressFamily();

  public SrvNodes(String service, DnsRecords records, Supplier<SearchList> search) {
    this.service = service;
    this.records = records;
    this.search = search;
  }

  @Override
  public List<NodeAddress> find() throws IOException {
    for (String name : search.get().candidates(service)) {
      List<String> found = records.of(name, "SRV");
      if (!found.isEmpty()) {
        return nodes(found);
      }
    }
    throw new IOException("the name has no SRV record");
  }

  private List<NodeAddress> nodes(List<String> found) throws IOException {
    FoundNodes.checkCount(found.size());
    List<NodeAddress> nodes = new ArrayList<>();
    for (String record : found) {
      Matcher matcher = RECORD.matcher(record);
      if (!matcher.matches()) {
        throw new IOException("the answer has no SRV record but " + FoundNodes.quoted(record));
      }
      String target = matcher.group("target");
      if (target.equals(NOWHERE)) {
        throw new IOException("the answer says that there is no such service");
      }
      nodes.add(FoundNodes.named(target, matcher.group("port")));
    }
    return FoundNodes.checked(withIds(ofOneFamily(nodes)));
  }

  /**
   * Names nodes after the first label of their hosts, {@code memcached-0}; those that share it, and
   * addresses, after host and port.
   */
  private static List<NodeAddress> withIds(List<NodeAddress> nodes) {
    Map<String, Integer> labels = new HashMap<>();
    nodes.forEach(node -> labels.merge(label(node), 1, Integer::sum));
    return nodes.stream()
        .map(
            node ->
                Integer.valueOf(1).equals(labels.get(label(node)))
                        && !NUMBERS.matcher(node.host()).matches()
                    ? new NodeAddress(label(node), node.host(), node.port())
                    : node)
        .toList();
  }

  private static String label(NodeAddress node) {
    return node.host().split("\\.", 2)[0];
  }

  /** Without the targets that have addresses of IPv6 only, if others have some of IPv4. */
  private List<NodeAddress> ofOneFamily(List<NodeAddress> nodes) throws IOException {
    boolean isIpv4 = false;
    Set<NodeAddress> onlyIpv6 = new HashSet<>();
    for (NodeAddress node : nodes) {
      if (has(AddressFamily.IPV4, node.host())) {
        isIpv4 = true;
      } else if (has(AddressFamily.IPV6, node.host())) {
        onlyIpv6.add(node);
      }
    }
    if (isIpv4) {
      family.accept(AddressFamily.IPV4);
      return nodes.stream().filter(node -> !onlyIpv6.contains(node)).toList();
    }
    if (!onlyIpv6.isEmpty()) {
      family.accept(AddressFamily.IPV6);
    }
    return nodes; // those without any address are lost nodes
  }

  private boolean has(String type, String host) throws IOException {
    return !records.of(host + ".", type).isEmpty();
  }
}
