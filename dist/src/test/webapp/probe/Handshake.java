package probe;

import javax.servlet.http.HttpSession;
import javax.websocket.HandshakeResponse;
import javax.websocket.OnMessage;
import javax.websocket.server.HandshakeRequest;
import javax.websocket.server.ServerEndpoint;
import javax.websocket.server.ServerEndpointConfig;

/** A WebSocket that sets {@code name} to {@code value} in the handshake, and then echoes. */
@ServerEndpoint(value = "/handshake", configurator = Handshake.Changing.class)
public final class Handshake {

  /** Returns what it gets. */
  @OnMessage
  public String echo(String text) {
    return text;
  }

  /** Changes the session. */
  public static final class Changing extends ServerEndpointConfig.Configurator {

    @Override
    public void modifyHandshake(
        ServerEndpointConfig config, HandshakeRequest request, HandshakeResponse response) {
      HttpSession session = (HttpSession) request.getHttpSession();
      session.setAttribute(
          request.getParameterMap().get("name").get(0),
          request.getParameterMap().get("value").get(0));
    }
  }
}
