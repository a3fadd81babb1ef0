package io.holdfast.core.storage.memcached;

import io.holdfast.core.storage.link.Failures;
import io.holdfast.core.storage.link.HostResolver;
import io.holdfast.core.storage.link.TlsContext;
import java.io.EOFException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A blocking connection for one conversation with a server; an interrupt ends it. */
final class BriefConnection {

  /** How the kernel says that the server has gone: to who reads, and to who still writes. */
  private static final Set<String> GONE =
      Set.of("Connection reset", "Connection reset by peer", "Broken pipe");

  private static final int MOST_ADDRESSES = 8;

  private BriefConnection() {}

  /** What is asked at an address, or over a connection. */
  interface Question<A, T> {
    T ask(A at) throws IOException;
  }

  /** Asks at the addresses of a host, one after the other, until there is an answer. */
  static <T> T talk(
      String host, int port, HostResolver resolver, Question<InetSocketAddress, T> question)
      throws IOException {
    IOException failure = new UnknownHostException();
    try {
      List<InetSocketAddress> places = resolver.placesOf(host, port);
      for (InetSocketAddress place : places.subList(0, Math.min(places.size(), MOST_ADDRESSES))) {
        try {
          return question.ask(place);
        } catch (IOException e) {
          failure = e;
        }
      }
    } catch (IOException e) {
      failure = e;
    }
    throw new IOException(Failures.describe(failure), failure);
  }

  /**
   * Connects, talks, and closes the connection.
   *
   * @param host that the server's certificate must be for
   * @param timeout of the connection, and of each wait for an answer
   * @param tls encrypts the connection; null for none
   */
  static <T> T talk(
      InetSocketAddress address,
      String host,
      Duration timeout,
      @Nullable TlsContext tls,
      Question<Socket, T> conversation)
      throws IOException {
    int millis = Math.toIntExact(timeout.toMillis());
    try (SocketChannel channel = SocketChannel.open()) {
      Socket socket = channel.socket(); // a channel, because an interrupt closes it
      socket.connect(address, millis);
      socket.setSoTimeout(millis);
      if (tls == null) {
        return conversation.ask(socket);
      }
      try (Socket secured = tls.over(socket, host)) {
        return conversation.ask(secured);
      } catch (SSLException e) { // a server may refuse us after the handshake
        throw isGone(e) ? hungUp(tls, e) : new IOException(Failures.describe(e, host), e);
      }
    } catch (SocketTimeoutException e) {
      throw new IOException("no answer within " + millis + " ms", e);
    } catch (EOFException e) {
      throw hungUp(tls, e);
    } catch (IOException e) {
      throw isGone(e) ? hungUp(tls, e) : e;
    }
  }

  private static boolean isGone(IOException failure) {
    return GONE.contains(String.valueOf(failure.getMessage()));
  }

  private static IOException hungUp(@Nullable TlsContext tls, IOException cause) {
    String remedy =
        tls == null
            ? "does it demand a password, or TLS?"
            : "does it demand a certificate of ours (tlsCertificateFile)?";
    return new IOException("the server closed the connection; " + remedy, cause);
  }
}
