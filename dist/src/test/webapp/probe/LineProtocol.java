package probe;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.http.HttpSession;
import javax.servlet.http.HttpUpgradeHandler;
import javax.servlet.http.WebConnection;

/** Answers each line as {@link SessionLine} says. */
public final class LineProtocol implements HttpUpgradeHandler, ReadListener {

  private final StringBuilder line = new StringBuilder();
  private HttpSession session;
  private WebConnection connection;
  private ServletInputStream in;
  private ServletOutputStream out;

  void use(HttpSession handshake) {
    session = handshake;
  }

  @Override
  public void init(WebConnection opened) {
    connection = opened;
    try {
      in = connection.getInputStream();
      out = connection.getOutputStream();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    in.setReadListener(this);
  }

  @Override
  public void onDataAvailable() throws IOException {
    while (in.isReady()) {
      int next = in.read();
      if (next == '\n') {
        String answer = SessionLine.answer(session, line.toString()) + '\n';
        line.setLength(0);
        out.write(answer.getBytes(StandardCharsets.US_ASCII));
        out.flush();
      } else if (next < 0) {
        close();
        return;
      } else {
        line.append((char) next);
      }
    }
  }

  @Override
  public void onAllDataRead() {
    close();
  }

  /** The client is gone: Tomcat 9 would ask the connection for data without end. */
  @Override
  public void onError(Throwable error) {
    close();
  }

  private void close() {
    try {
      connection.close();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void destroy() {}
}
