package io.holdfast.core.discovery;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * All addresses of a name are nodes, such as the pods behind a headless service of Kubernetes.
 *
 * <p>Addresses have no names of their own that all Tomcats would agree on, so an id is {@code
 * address:port}. Addresses of IPv6 count where a name has none of IPv4: of a node that has both it
 * is not to be seen that the two are one, and a session would have both its copies on it.
 */
public final class DnsNodes implements NodeLookup {

  private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1?[0-9]?[0-9])";

  /** Matches addresses, which Java parses without a query to a name service. */
  private static final Pattern LITERAL =
      Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}|[0-9A-Fa-f:]*:[0-9A-Fa-f:.]*");

  private final DiscoverySettings settings;
  private final DnsRecords records;
  private final Supplier<SearchList> search;
  private final AddressFamily family = new AddressFamily();

  /**
   * Creates it.
   *
   * @param settings the name and the port
   * @param search which absolute names the name may stand for now
   */
  public DnsNodes(DiscoverySettings settings, DnsRecords records, Supplier<SearchList> search) {
    this.settings = settings;
    this.records = records;
    this.search = search;
  }

  @Override
  public List<NodeAddress> find() throws IOException {
    for (String name : search.get().candidates(settings.name())) {
      for (String type : List.of(AddressFamily.IPV4, AddressFamily.IPV6)) {
        List<String> addresses = records.of(name, type);
        if (!addresses.isEmpty()) {
          family.accept(type);
          return nodes(addresses);
        }
      }
    }
    throw new IOException("the name has no address");
  }

  private List<NodeAddress> nodes(List<String> addresses) throws IOException {
    FoundNodes.checkCount(addresses.size());
    List<NodeAddress> nodes = new ArrayList<>();
    for (String address : addresses) {
      nodes.add(NodeAddress.unnamed(normal(address), settings.port(), certifiedName()));
    }
    return FoundNodes.checked(nodes);
  }

  /** Returns the canonical form of an address. */
  private static String normal(String literal) throws IOException {
    if (!LITERAL.matcher(literal).matches()) {
      throw new IOException("the answer has no address but " + FoundNodes.quoted(literal));
    }
    InetAddress address = InetAddress.getAllByName(literal)[0];
    if (address.isAnyLocalAddress() || address.isMulticastAddress()) {
      throw new IOException("the answer has an address that no node has: " + literal);
    }
    return address.getHostAddress();
  }

  private String certifiedName() {
    String name = settings.name();
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }
}
