package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.discovery.FoundNodes;
import io.holdfast.core.discovery.NodeLookup;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Failures;
import io.holdfast.core.storage.link.HostResolver;
import io.holdfast.core.storage.link.TlsContext;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
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

  private static final byte[] COMMAND =
      "config get cluster\r\n".getBytes(StandardCharsets.US_ASCII);
  private static final Pattern HEAD = Pattern.compile("CONFIG cluster [0-9]{1,10} ([0-9]{1,5})");
  private static final String NOT_LOGGED_IN = "CLIENT_ERROR unauthenticated";
  private static final int LONGEST_LINE = 200;
  private static final int MOST_ADDRESSES = 8;

  /** In timeouts: how long one conversation may take, however slowly bytes come. */
  private static final int LONGEST_CONVERSATION = 3;

  private final DiscoverySettings source;
  private final ConnectionSettings settings;
  private final HostResolver resolver;
  private final LongSupplier nanoTime;

  /**
   * Creates it.
   *
   * @param source host and port of the endpoint
   * @param settings of connections to the nodes
   */
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
    IOException last = new IOException("the name has no address");
    InetAddress[] addresses;
    try {
      addresses = resolver.addressesOf(source.name());
    } catch (IOException e) {
      throw new IOException(Failures.describe(e), e);
    }
    for (int i = 0; i < Math.min(addresses.length, MOST_ADDRESSES); i++) {
      try {
        return FoundNodes.checked(ClusterAnswer.nodes(ask(addresses[i])));
      } catch (IOException e) {
        last = e;
      }
    }
    throw new IOException(Failures.describe(last), last);
  }

  private byte[] ask(InetAddress address) throws IOException {
    TlsSettings secured = settings.tls();
    return BriefConnection.talk(
        new InetSocketAddress(address, source.port()),
        source.name(),
        settings.operationTimeout(),
        secured == null ? null : TlsContext.of(secured),
        this::converse);
  }

  private byte[] converse(Socket socket) throws IOException {
    InputStream in = new BufferedInputStream(socket.getInputStream());
    OutputStream out = socket.getOutputStream();
    long end = nanoTime.getAsLong() + LONGEST_CONVERSATION * settings.operationTimeout().toNanos();
    out.write(COMMAND);
    String head = line(in, end);
    if (head.startsWith(NOT_LOGGED_IN)) {
      logIn(in, out, end);
      out.write(COMMAND);
      head = line(in, end);
    }
    Matcher matcher = HEAD.matcher(head);
    if (!matcher.matches()) {
      throw new IOException(
          "it does not answer \"config get cluster\" but says %s; is it the configuration endpoint?"
              .formatted(FoundNodes.quoted(head)));
    }
    byte[] body = body(in, Integer.parseInt(matcher.group(1)), end);
    if (!line(in, end).isEmpty() || !line(in, end).equals("END")) {
      throw new IOException("the answer does not end where it says");
    }
    return body;
  }

  private void logIn(InputStream in, OutputStream out, long end) throws IOException {
    TextLogin login = TextLogin.of(settings);
    if (login == null) {
      throw new IOException("the server demands a password; set username and password");
    }
    out.write(login.command());
    if (!line(in, end).equals("STORED")) {
      throw new IOException("login refused: wrong username or password");
    }
  }

  private byte[] body(InputStream in, int length, long end) throws IOException {
    if (length > ClusterAnswer.MOST_BYTES) {
      throw new IOException(
          "the answer has more than %d bytes".formatted(ClusterAnswer.MOST_BYTES));
    }
    byte[] body = new byte[length];
    for (int i = 0; i < length; i++) {
      body[i] = next(in, end);
    }
    return body;
  }

  private String line(InputStream in, long end) throws IOException {
    StringBuilder line = new StringBuilder();
    for (byte next = next(in, end); next != '\n'; next = next(in, end)) {
      line.append((char) (next & 0xff));
      if (line.length() > LONGEST_LINE) {
        throw new IOException("the answer has a line that is too long");
      }
    }
    int length = line.length();
    return length > 0 && line.charAt(length - 1) == '\r'
        ? line.substring(0, length - 1)
        : line.toString();
  }

  private byte next(InputStream in, long end) throws IOException {
    if (nanoTime.getAsLong() - end > 0) {
      throw new SocketTimeoutException();
    }
    int next = in.read();
    if (next < 0) {
      throw new EOFException();
    }
    return (byte) next;
  }
}
