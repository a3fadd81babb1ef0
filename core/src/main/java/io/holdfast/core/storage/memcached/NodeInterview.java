package io.holdfast.core.storage.memcached;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.Protocol;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.link.TlsContext;
import io.holdfast.core.storage.memcached.NodeAnswers.Encryption;
import java.io.EOFException;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.security.cert.X509Certificate;
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

  private static final String VERSION = "VERSION ";

  private final NodeAddress node;
  private final ConnectionSettings settings;
  private final LongSupplier nanoTime;

  public NodeInterview(NodeAddress node, ConnectionSettings settings, LongSupplier nanoTime) {
    this.node = node;
    this.settings = settings;
    this.nanoTime = nanoTime;
  }

  /** Asks the first of the node's addresses that answers; a failure is in words for an operator. */
  public NodeAnswers ask() throws IOException {
    return BriefConnection.talk(node.host(), node.port(), InetAddress::getAllByName, this::ask);
  }

  private NodeAnswers ask(InetSocketAddress address) throws IOException {
    return new Handshake(node.host(), settings)
        .perform(
            address,
            TlsContext.ofNullable(settings.tls()),
            MOST_TIMEOUTS,
            nanoTime,
            (socket, lines, hasLoggedIn) ->
                settings.protocol() == Protocol.BINARY
                    ? new NodeAnswers(
                        address, settings.username() != null, null, null, Map.of(), Map.of())
                    : converse(address, socket, lines, hasLoggedIn));
  }

  private static NodeAnswers converse(
      InetSocketAddress address, Socket socket, AnswerLines lines, boolean hasLoggedIn)
      throws IOException {
    String version = lines.ask("version");
    if (!version.startsWith(VERSION)) {
      throw AnswerLines.notMemcached(version);
    }
    Map<String, String> figures = Map.of();
    Map<String, String> started = Map.of();
    try {
      figures = lines.figures("stats");
      started = lines.figures("stats settings");
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
}
