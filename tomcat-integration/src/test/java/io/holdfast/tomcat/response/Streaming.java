package io.holdfast.tomcat.response;

import java.io.IOException;
import java.util.function.Consumer;
import javax.servlet.AsyncContext;
import javax.servlet.ServletOutputStream;
import javax.servlet.WriteListener;

/** Writes pieces whenever it can without blocking, with a change before each, then completes. */
final class Streaming implements WriteListener {

  private final AsyncContext async;
  private final Exchange exchange;
  private final ServletOutputStream out;
  private final byte[] piece;
  private final Consumer<Throwable> failure;
  private int left;

  Streaming(
      AsyncContext async, Exchange exchange, int pieces, int size, Consumer<Throwable> failure)
      throws IOException {
    this.async = async;
    this.exchange = exchange;
    this.out = async.getResponse().getOutputStream();
    this.piece = new byte[size];
    this.failure = failure;
    this.left = pieces;
  }

  @Override
  public void onWritePossible() throws IOException {
    while (left > 0 && out.isReady()) {
      left--;
      exchange.change();
      out.write(piece);
      try {
        exchange.checkLeft("piece " + left);
      } catch (AssertionError e) {
        failure.accept(e);
      }
    }
    if (left == 0) {
      left = -1;
      async.complete();
    }
  }

  @Override
  public void onError(Throwable error) {
    failure.accept(error);
  }
}
