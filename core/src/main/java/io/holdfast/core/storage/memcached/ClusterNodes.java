package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.discovery.FoundNodes;
import io.holdfast.core.discovery.NodeLookup;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.HostResolver;
import io.holdfast.core.storage.link.TlsContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Asks the configuration endpoint of an ElastiCache cluster for its nodes: {@code config get
 * cluster} (Amazon ElastiCache User Guide, "Adding auto discovery to your client library"), over
 * TLS and with a login like any connection to a node.
 */
public final class ClusterNodes implements NodeLookup {

  private static final String COMMAND = "config get cluster";
  private static final Pattern HEAD = Pattern.compile("CONFIG cluster [0-9]{1,10} ([0-9]{1,5})");

  /** In timeouts: how long one conversation may take, however slowly bytes come. */
  private static final int LONGEST_CONVERSATION = 3;

  /** A hundred nodes with the longest names. */
  private static final int MOST_BYTES = 32 << 10;

  private static final Pattern VERSION = Pattern.compile("[0-9]{1,18}");
  private static final int LINES = 2;
  private static final int PARTS = 3;

  private final DiscoverySettings source;
  private final ConnectionSettings settings;
  private final HostResolver resolver;
  private final LongSupplier nanoTime;

  public ClusterNodes(DiscoverySettings source, ConnectionSettings settings) {
    this(source, settings, InetAddress::getAllByName, System::nanoTime);
  }

  ClusterNodes(
      DiscoverySettings source,
      ConnectionSettings settings,
      HostResolver resolver,
      LongSupplier nanoTime) {
    this.source = source;
    this.settings = settings;
    this.resolver = resolver;
    this.nanoTime = nanoTime;
  }

  @Override
  public List<NodeAddress> find() throws IOException {
    return BriefConnection.talk(
        source.name(), source.port(), resolver, address -> FoundNodes.checked(nodes(ask(address))));
  }

  private byte[] ask(InetSocketAddress address) throws IOException {
    return BriefConnection.talk(
        address,
        source.name(),
        settings.operationTimeout(),
        TlsContext.ofNullable(settings.tls()),
        this::converse);
  }

  private byte[] converse(Socket socket) throws IOException {
    long longest = LONGEST_CONVERSATION * settings.operationTimeout().toNanos();
    AnswerLines lines = new AnswerLines(socket, longest, nanoTime);
    String head = lines.ask(COMMAND);
    if (TextLogin.isDemandedBy(head)) {
      TextLogin.over(lines, settings);
      head = lines.ask(COMMAND);
    }
    Matcher matcher = HEAD.matcher(head);
    if (!matcher.matches()) {
      throw new IOException(
          "it does not answer \"config get cluster\" but says %s; is it the configuration endpoint?"
              .formatted(FoundNodes.quoted(head)));
    }
    int length = Integer.parseInt(matcher.group(1));
    if (length > MOST_BYTES) {
      throw new IOException("the answer has more than %d bytes".formatted(MOST_BYTES));
    }
    byte[] body = lines.bytes(length);
    if (!lines.next().isEmpty() || !lines.next().equals("END")) {
      throw new IOException("the answer does not end where it says");
    }
    return body;
  }

  /**
   * Reads the nodes: a line with the version of the configuration, and one with {@code
   * host|address|port} of each. A node is named after host and port, since the first label of the
   * host is the same for all; the address, which may be missing, does not count.
   */
  static List<NodeAddress> nodes(byte[] body) throws IOException {
    List<String> lines = new String(body, StandardCharsets.ISO_8859_1).lines().toList();
    if (lines.size() != LINES || !VERSION.matcher(lines.get(0)).matches()) {
      throw new IOException("the answer is no version with a list of nodes");
    }
    String[] entries = lines.get(1).strip().split(" ", -1);
    FoundNodes.checkCount(entries.length);
    List<NodeAddress> nodes = new ArrayList<>();
    for (String entry : entries) {
      String[] parts = entry.split("\\|", -1);
      if (parts.length != PARTS) {
        throw new IOException("the answer has no node but " + FoundNodes.quoted(entry));
      }
      nodes.add(FoundNodes.named(parts[0], parts[PARTS - 1]));
    }
    return nodes;
  }
}
