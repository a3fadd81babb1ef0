package probe;

import javax.servlet.http.HttpSession;
import javax.websocket.HandshakeResponse;
import javax.websocket.OnMessage;
import javax.websocket.Session;
import javax.websocket.server.HandshakeRequest;
import javax.websocket.server.ServerEndpoint;
import javax.websocket.server.ServerEndpointConfig;

/** A WebSocket that uses the session of its handshake, as {@link SessionLine} says. */
@ServerEndpoint(value = "/socket", configurator = SessionSocket.Handing.class)
public final class SessionSocket {

  private static final String SESSION = "session";

  /** Answers a line. */
  @OnMessage
  public String answer(String line, Session socket) {
    return SessionLine.answer((HttpSession) socket.getUserProperties().get(SESSION), line);
  }

  /** Hands the session of the handshake to the socket; each handshake has properties of its own. */
  public static final class Handing extends ServerEndpointConfig.Configurator {

    @Override
    public void modifyHandshake(
        ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
      config.getUserProperties().put(SESSION, request.getHttpSession());
    }
  }
}
