package probe;

import java.io.IOException;
import javax.servlet.AsyncContext;
import javax.servlet.ReadListener;
import javax.servlet.ServletInputStream;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.annotation.WebServlet;
import javax.servlet.http.HttpServlet;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpSession;

/**
 * Reads and writes without blocking, and counts the bytes in the session while they flow: {@code
 * read} and {@code written}.
 */
@WebServlet(urlPatterns = "/flow/*", asyncSupported = true)
public final class FlowServlet extends HttpServlet {

  private static final long serialVersionUID = 1L;

  private static final int PIECE = 1000;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    AsyncContext async = request.startAsync();
    HttpServletRequest asynchronous = (HttpServletRequest) async.getRequest();
    if (request.getPathInfo().equals("/read")) {
      request.getInputStream().setReadListener(new Reading(async, asynchronous));
    } else {
      ServletOutputStream out = async.getResponse().getOutputStream();
      out.setWriteListener(new Writing(async, out, asynchronous.getSession()));
    }
  }

  private static final class Reading implements ReadListener {

    private final byte[] buffer = new byte[PIECE];
    private final AsyncContext async;
    private final HttpServletRequest request;
    private final ServletInputStream in;
    private int count;

    Reading(AsyncContext async, HttpServletRequest request) throws IOException {
      this.async = async;
      this.request = request;
      this.in = request.getInputStream();
    }

    @Override
    public void onDataAvailable() throws IOException {
      while (in.isReady() && !in.isFinished()) {
        count += Math.max(0, in.read(buffer));
        request.getSession().setAttribute("read", count);
      }
    }

    @Override
    public void onAllDataRead() throws IOException {
      async.getResponse().getWriter().print("read=" + count);
      async.complete();
    }

    @Override
    public void onError(Throwable error) {
      async.complete();
    }
  }

  private static final class Writing implements WriteListener {

    private final AsyncContext async;
    private final ServletOutputStream out;
    private final HttpSession session;
    private int count;

    Writing(AsyncContext async, ServletOutputStream out, HttpSession session) {
      this.async = async;
      this.out = out;
      this.session = session;
    }

    @Override
    public void onWritePossible() throws IOException {
      while (count < LeavingServlet.LARGE && out.isReady()) {
        count += PIECE;
        session.setAttribute("written", count);
        out.write(new byte[PIECE]);
      }
      if (count == LeavingServlet.LARGE && out.isReady()) {
        count++;
        async.complete();
      }
    }

    @Override
    public void onError(Throwable error) {
      async.complete();
    }
  }
}
