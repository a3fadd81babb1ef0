package io.holdfast.core.discovery;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.DiscoverySettings.Source;
import io.holdfast.core.config.NodeAddress;
import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

  private final Map<Source, AddressFamily> families = new LinkedHashMap<>();
  private final DnsRecords records;
  private final Supplier<SearchList> search;

  public DnsNodes(DiscoverySettings settings, DnsRecords records, Supplier<SearchList> search) {
    settings.sources().forEach(source -> families.put(source, new AddressFamily()));
    this.records = records;
    this.search = search;
  }

  /** An answer without the nodes of each zone is none: those of a zone would seem to be gone. */
  @Override
  public List<NodeAddress> find() throws IOException {
    List<NodeAddress> all = new ArrayList<>();
    for (Map.Entry<Source, AddressFamily> source : families.entrySet()) {
      all.addAll(find(source.getKey(), source.getValue()));
      FoundNodes.checkCount(all.size());
    }
    return FoundNodes.checked(all);
  }

  private List<NodeAddress> find(Source source, AddressFamily family) throws IOException {
    for (String name : search.get().candidates(source.name())) {
      for (String type : List.of(AddressFamily.IPV4, AddressFamily.IPV6)) {
        List<String> addresses = records.of(name, type);
        if (!addresses.isEmpty()) {
          family.accept(type);
          return nodes(addresses, source);
        }
      }
    }
    throw new IOException(
        source.zone() == null
            ? "the name has no address"
            : "the name of zone %s has no address".formatted(source.zone()));
  }

  private static List<NodeAddress> nodes(List<String> addresses, Source source) throws IOException {
    FoundNodes.checkCount(addresses.size());
    List<NodeAddress> nodes = new ArrayList<>();
    for (String address : addresses) {
      nodes.add(
          NodeAddress.unnamed(normal(address), source.port(), certifiedName(source.name()))
              .inZone(source.zone()));
    }
    return nodes;
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

  private static String certifiedName(String name) {
    return name.endsWith(".") ? name.substring(0, name.length() - 1) : name;
  }
}
