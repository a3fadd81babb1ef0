package io.holdfast.demo.browser;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One connection of the DevTools protocol: sends commands, gives back each one's answer as text.
 */
final class DevTools implements AutoCloseable {

  private static final Duration DEADLINE = Duration.ofSeconds(30);
  private static final Pattern ANSWER_TO = Pattern.compile("\\{\"id\":(\\d+),.*", Pattern.DOTALL);

  private static final Pattern COMPLAINT =
      Pattern.compile("^\\{\"method\":\"(Log\\.entryAdded|Runtime\\.exceptionThrown)\"");

  private final AtomicInteger lastId = new AtomicInteger();
  private final Map<Integer, CompletableFuture<String>> waiting = new ConcurrentHashMap<>();
  private final List<String> complaints = new CopyOnWriteArrayList<>();
  private final WebSocket socket;

  DevTools(URI address) {
    this.socket =
        HttpClient.newHttpClient()
            .newWebSocketBuilder()
            .buildAsync(address, new Receiver())
            .orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS)
            .join();
  }

  /**
   * Sends a command and waits for its answer.
   *
   * @param parameters a JSON object
   * @throws IllegalStateException if the browser answers with an error
   */
  String send(String method, String parameters) {
    int id = lastId.incrementAndGet();
    CompletableFuture<String> answer = new CompletableFuture<>();
    waiting.put(id, answer);
    socket
        .sendText(
            "{\"id\":%d,\"method\":\"%s\",\"params\":%s}".formatted(id, method, parameters), true)
        .join();
    String text = answer.orTimeout(DEADLINE.toSeconds(), TimeUnit.SECONDS).join();
    if (text.startsWith("{\"id\":" + id + ",\"error\"")) {
      throw new IllegalStateException(method + ": " + text);
    }
    return text;
  }

  /** What the browser wrote to the console by itself, and exceptions of scripts, so far. */
  List<String> complaints() {
    return List.copyOf(complaints);
  }

  @Override
  public void close() {
    socket.abort();
  }

  private final class Receiver implements WebSocket.Listener {

    private final StringBuilder message = new StringBuilder();

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      message.append(part);
      if (last) {
        Matcher answer = ANSWER_TO.matcher(message);
        if (COMPLAINT.matcher(message).find()) {
          complaints.add(message.toString());
        }
        if (answer.matches()) {
          int id = Integer.parseInt(answer.group(1));
          Objects.requireNonNull(waiting.remove(id)).complete(message.toString());
        }
        message.setLength(0);
      }
      from.request(1);
      return null;
    }

    @Override
    public void onError(WebSocket from, Throwable error) {
      waiting.values().forEach(answer -> answer.completeExceptionally(error));
    }
  }
}
