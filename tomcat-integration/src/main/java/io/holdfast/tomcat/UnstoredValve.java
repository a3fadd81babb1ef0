package io.holdfast.tomcat;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.catalina.Valve;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.jspecify.annotations.Nullable;

/**
 * Shows a valve to Tomcat as one that does not belong into {@code server.xml}.
 *
 * <p>Tomcat's StoreConfig writes every valve that it finds in a host, but those of its own whose
 * class names it knows, and {@code ClusterValve}s: those are there because of what is configured
 * elsewhere, as the {@link HostValve} is because of {@code <Manager>}. The interface means nothing
 * else to Tomcat. Its jar, {@code catalina-ha.jar}, is there wherever StoreConfig is, which cannot
 * be loaded without; an embedded Tomcat may have neither. So it is looked for at run time.
 */
final class UnstoredValve implements InvocationHandler {

  private static final String INTERFACE = "org.apache.catalina.ha.ClusterValve";

  private final HostValve valve;

  private UnstoredValve(HostValve valve) {
    this.valve = valve;
  }

  /** What to put into the pipeline: the valve itself where nothing could store it. */
  static Valve of(HostValve valve) {
    try {
      Class<?> kind = Class.forName(INTERFACE, false, Valve.class.getClassLoader());
      return (Valve)
          Proxy.newProxyInstance(
              kind.getClassLoader(), new Class<?>[] {kind}, new UnstoredValve(valve));
    } catch (ClassNotFoundException | LinkageError e) {
      return valve;
    }
  }

  /** The valve that was put into a pipeline; null if that is of another kind. */
  static @Nullable HostValve in(Valve element) {
    if (element instanceof HostValve host) {
      return host;
    }
    return Proxy.isProxyClass(element.getClass())
            && Proxy.getInvocationHandler(element) instanceof UnstoredValve handler
        ? handler.valve
        : null;
  }

  /** Without reflection, so that no request passes through more than it must. */
  @Override
  public @Nullable Object invoke(
      Object proxy, Method method, @Nullable Object @Nullable [] arguments) throws IOException {
    Object[] given = arguments == null ? new Object[0] : arguments;
    switch (method.getName()) {
      case "invoke" -> valve.invoke((Request) given[0], (Response) given[1]);
      case "getNext" -> {
        return valve.getNext();
      }
      case "setNext" -> valve.setNext((Valve) given[0]);
      case "isAsyncSupported" -> {
        return valve.isAsyncSupported();
      }
      case "equals" -> {
        return proxy == given[0];
      }
      case "hashCode" -> {
        return System.identityHashCode(proxy);
      }
      case "toString" -> {
        return valve.toString();
      }
      default -> {
        return null; // it has no work in the background, and no cluster
      }
    }
    return null;
  }
}
