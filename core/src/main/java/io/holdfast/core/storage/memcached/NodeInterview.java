package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.TlsSettings;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.Failures;
import io.holdfast.core.storage.link.HostResolver;
import io.holdfast.core.storage.link.MemcachedProtocol;
import io.holdfast.core.storage.link.TlsContext;
import io.holdfast.core.storage.memcached.NodeAnswers.Encryption;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.security.cert.X509Certificate;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Asks a node about itself, over a connection of its own that begins as every connection of a
 * Tomcat does. For who examines an installation; no session is read or written.
 */
public final class NodeInterview {

  private static final System.Logger LOG = Loggers.of(NodeInterview.class);

  /** How many times the operation timeout all answers together may take. */
  private static final int MOST_TIMEOUTS = 10;

  private static final int MOST_FIGURES = 1_000;
  private static final String VERSION = "VERSION ";

  private final NodeAddress node;
  private final ConnectionSettings settings;
  private final HostResolver resolver;
  private final LongSupplier nanoTime;

  /**
   * Creates it.
   *
   * @param nanoTime as {@link System#nanoTime}
   */
  public NodeInterview(NodeAddress node, ConnectionSettings settings, LongSupplier nanoTime) {
    this(node, settings, InetAddress::getAllByName, nanoTime);
  }

  /** Asks at the addresses that the resolver finds. */
  NodeInterview(
      NodeAddress node, ConnectionSettings settings, HostResolver resolver, LongSupplier nanoTime) {
    this.node = node;
    this.settings = settings;
    this.resolver = resolver;
    this.nanoTime = nanoTime;
  }

  /**
   * Asks the first of the node's addresses that answers.
   *
   * @throws IOException if none does; the message says why in words for an operator, without
   *     password
   */
  public NodeAnswers ask() throws IOException {
    IOException failure = new UnknownHostException();
    try {
      for (InetAddress address : resolver.addressesOf(node.host())) {
        try {
          return ask(new InetSocketAddress(address, node.port()));
        } catch (IOException e) {
          failure = e;
        }
      }
    } catch (IOException e) {
      failure = e;
    }
    throw new IOException(Failures.describe(failure), failure);
  }

  private NodeAnswers ask(InetSocketAddress address) throws IOException {
    TlsSettings secured = settings.tls();
    return new Handshake(node.host(), settings)
        .perform(
            address,
            secured == null ? null : TlsContext.of(secured),
            (socket, hasLoggedIn) ->
                settings.protocol() == MemcachedProtocol.BINARY
                    ? new NodeAnswers(
                        address, settings.username() != null, null, null, Map.of(), Map.of())
                    : converse(address, socket, hasLoggedIn));
  }

  private NodeAnswers converse(InetSocketAddress address, Socket socket, boolean hasLoggedIn)
      throws IOException {
    long nanos = settings.operationTimeout().multipliedBy(MOST_TIMEOUTS).toNanos();
    AnswerLines lines = new AnswerLines(socket, nanos, nanoTime);
    lines.next(); // the rest of the handshake's answer
    String version = lines.ask("version");
    if (!version.startsWith(VERSION)) {
      throw Handshake.notMemcached(version);
    }
    Map<String, String> figures = Map.of();
    Map<String, String> started = Map.of();
    try {
      figures = figures(lines, "stats");
      started = figures(lines, "stats settings");
    } catch (EOFException | SocketException hangsUp) { // as some proxies do, for each such question
      LOG.log(Level.DEBUG, "A server hangs up when its statistics are queried", hangsUp);
    }
    return new NodeAnswers(
        address,
        hasLoggedIn,
        socket instanceof SSLSocket encrypted ? encryption(encrypted.getSession()) : null,
        version.substring(VERSION.length()),
        figures,
        started);
  }

  private static @Nullable Encryption encryption(SSLSession session) throws IOException {
    return session.getPeerCertificates()[0] instanceof X509Certificate certificate
        ? new Encryption(session.getProtocol(), certificate)
        : null;
  }

  /** Empty if the node refuses the question, as proxies do. */
  private static Map<String, String> figures(AnswerLines lines, String command) throws IOException {
    Map<String, String> figures = new LinkedHashMap<>();
    String line = lines.ask(command);
    while (line.startsWith("STAT ") && figures.size() < MOST_FIGURES) {
      String[] words = line.split(" ", 3);
      figures.put(words[1], words.length == 3 ? words[2] : "");
      line = lines.next();
    }
    boolean isRefused = figures.isEmpty() && line.contains("ERROR");
    if (!line.equals("END") && !isRefused) {
      throw Handshake.notMemcached(line);
    }
    return figures;
  }
}
