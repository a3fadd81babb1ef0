package io.holdfast.dist;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A WebSocket. */
final class SocketChannel implements SessionChannel, WebSocket.Listener {

  private static final long PATIENCE_SECONDS = 20;

  private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
  private final CompletableFuture<Integer> closed = new CompletableFuture<>();
  private final WebSocket socket;

  SocketChannel(int port, String context, String sessionId) {
    URI uri = URI.create("ws://127.0.0.1:%d/%s/socket".formatted(port, context));
    socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .header("Cookie", "JSESSIONID=" + sessionId)
            .buildAsync(uri, this)
            .join();
  }

  @Override
  public CompletionStage<?> onText(WebSocket from, CharSequence text, boolean last) {
    answers.add(text.toString());
    from.request(1);
    return CompletableFuture.completedStage(null);
  }

  @Override
  public CompletionStage<?> onClose(WebSocket from, int status, String reason) {
    closed.complete(status);
    return CompletableFuture.completedStage(null);
  }

  /** With which status the Tomcat has closed it; 0 if it has not. */
  int closedWith() {
    return closed.getNow(0);
  }

  @Override
  public String tell(String line) {
    socket.sendText(line, true).join();
    try {
      return String.valueOf(answers.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    socket.abort();
  }
}
