package probe;

import java.util.concurrent.atomic.AtomicReference;
import javax.servlet.http.HttpSession;
import javax.websocket.HandshakeResponse;
import javax.websocket.OnMessage;
import javax.websocket.Session;
import javax.websocket.server.HandshakeRequest;
import javax.websocket.server.ServerEndpoint;
import javax.websocket.server.ServerEndpointConfig;

/**
 * A WebSocket that uses the session of its handshake, as {@link SessionLine} says. A line that
 * begins with {@code accessor:} uses it by an accessor of Servlet 6.1, which older Tomcats lack.
 */
@ServerEndpoint(value = "/socket", configurator = SessionSocket.Handing.class)
public final class SessionSocket {

  private static final String SESSION = "session";
  private static final String ACCESSOR = "accessor:";

  /** Answers a line. */
  @OnMessage
  public String answer(String line, Session socket) {
    HttpSession session = (HttpSession) socket.getUserProperties().get(SESSION);
    return line.startsWith(ACCESSOR)
        ? byAccessor(socket.getUserProperties().get(ACCESSOR), line.substring(ACCESSOR.length()))
        : SessionLine.answer(session, line);
  }

  private static String byAccessor(Object accessor, String line) {
    AtomicReference<String> answer = new AtomicReference<>("ended");
    Servlet61.access(accessor, session -> answer.set(SessionLine.answer(session, line)));
    return answer.get();
  }

  /** Hands the session of the handshake to the socket; each handshake has properties of its own. */
  public static final class Handing extends ServerEndpointConfig.Configurator {

    @Override
    public void modifyHandshake(
        ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
      HttpSession session = (HttpSession) request.getHttpSession();
      config.getUserProperties().put(SESSION, session);
      Object accessor = Servlet61.accessor(session);
      if (accessor != null) { // no value may be null
        config.getUserProperties().put(ACCESSOR, accessor);
      }
    }
  }
}
