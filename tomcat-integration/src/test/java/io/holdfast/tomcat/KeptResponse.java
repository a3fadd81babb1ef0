package io.holdfast.tomcat;

import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;
import javax.servlet.http.HttpServletResponse;
import javax.servlet.http.HttpServletResponseWrapper;

/** Keeps what is written, as filters do that compress or rewrite pages. */
final class KeptResponse extends HttpServletResponseWrapper {

  private final ByteArrayOutputStream kept = new ByteArrayOutputStream();
  private final PrintWriter writer = new PrintWriter(kept, true, StandardCharsets.UTF_8);

  KeptResponse(HttpServletResponse response) {
    super(response);
  }

  @Override
  public PrintWriter getWriter() {
    return writer;
  }

  @Override
  public ServletOutputStream getOutputStream() {
    return new ServletOutputStream() {
      @Override
      public void write(int each) {
        kept.write(each);
      }

      @Override
      public boolean isReady() {
        return true;
      }

      @Override
      public void setWriteListener(WriteListener listener) {
        throw new IllegalStateException();
      }
    };
  }

  @Override
  public void flushBuffer() {
    writer.flush();
  }

  @Override
  public void resetBuffer() {
    writer.flush();
    kept.reset();
  }

  byte[] bytes() {
    writer.flush();
    return kept.toByteArray();
  }
}
