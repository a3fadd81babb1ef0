package io.holdfast.serializer.limits;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.MalformedURLException;
import java.net.Proxy;
import java.net.URL;
import java.net.URLConnection;
import java.net.URLStreamHandler;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The URLs of a graph that is being read. The hash code of a {@link URL} and its comparison query
 * the name service for its host, so bytes could make a reader query any name and wait for the
 * answer. While the graph is read, every such query is refused: from a collection with a URL as a
 * key, from the key's own code, or from a {@code readObject}. Afterwards the URLs are like any
 * other.
 */
public final class ReadUrls {

  /** What the JDK's handlers of these do differently, beside the connection, is the port. */
  private static final Set<String> PROTOCOLS = Set.of("http", "https");

  private final Map<String, Handler> handlers = new HashMap<>(0);

  private static final class Handler extends URLStreamHandler {

    private final int defaultPort;
    private volatile boolean reading = true;

    Handler(int defaultPort) {
      this.defaultPort = defaultPort;
    }

    @SuppressWarnings("deprecation") // the constructor that every JDK has
    private static URL plain(URL url) throws MalformedURLException {
      return new URL(url.toExternalForm());
    }

    @Override
    protected URLConnection openConnection(URL url) throws IOException {
      return plain(url).openConnection();
    }

    @Override
    protected URLConnection openConnection(URL url, Proxy proxy) throws IOException {
      return plain(url).openConnection(proxy);
    }

    @Override
    protected int getDefaultPort() {
      return defaultPort;
    }

    /** All of the superclass goes through here that asks the name service. */
    @Override
    protected InetAddress getHostAddress(URL url) {
      if (reading) {
        throw new TranscoderException(
            Reason.UNREADABLE,
            "a java.net.URL is a key, or is compared while it is read, which asks the name service"
                + " for its host");
      }
      return super.getHostAddress(url);
    }

    /** With exactly the parts of another one, which its text need not have. */
    @SuppressWarnings("deprecation") // the constructor that every JDK has
    URL copy(URL url) throws MalformedURLException {
      URL copy = new URL(url.getProtocol(), "", -1, "", this);
      setURL(
          copy,
          url.getProtocol(),
          url.getHost(),
          url.getPort(),
          url.getAuthority(),
          url.getUserInfo(),
          url.getPath(),
          url.getQuery(),
          url.getRef());
      return copy;
    }
  }

  /**
   * The URL that stands for one that was read.
   *
   * @throws TranscoderException with reason {@link Reason#UNREADABLE} if it names a host and its
   *     protocol is neither http nor https: it is unknown what its handler queries
   */
  public URL guarded(URL url) {
    if (!url.toExternalForm().contains("://")) {
      return url; // without a host, there is nothing to ask for
    }
    String protocol = url.getProtocol();
    if (!PROTOCOLS.contains(protocol)) {
      throw new TranscoderException(
          Reason.UNREADABLE, "a java.net.URL with a host must be of http or https");
    }
    try {
      return handlers.computeIfAbsent(protocol, any -> new Handler(url.getDefaultPort())).copy(url);
    } catch (MalformedURLException e) {
      throw new TranscoderException(Reason.UNREADABLE, "a java.net.URL that is malformed", e);
    }
  }

  /** Ends the reading of the graph. */
  void end() {
    handlers.values().forEach(handler -> handler.reading = false);
  }
}
