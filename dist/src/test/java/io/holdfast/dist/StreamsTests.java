package io.holdfast.dist;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Requests of one session that share an HTTP/2 connection, at the same time. */
abstract class StreamsTests extends ClusterTests {

  private static final int STREAMS = 30;

  @InEachMode
  void changesWhenMadeInParallelStreamsThenAreAllSeenElsewhere(Mode mode) {
    Visitor visitor = mode.visitor("app");
    visitor.ask(t1(), "info");

    List<HttpResponse<String>> answers =
        inStreams(t1(), visitor, mode.context("app"), i -> "set?name=a" + i + "&value=" + i);

    assertEquals(
        Set.of(HttpClient.Version.HTTP_2),
        answers.stream().map(HttpResponse::version).collect(Collectors.toSet()));
    Set<String> names =
        IntStream.range(0, STREAMS).mapToObj(i -> "a" + i).collect(Collectors.toSet());
    Await.until(
        "all are stored", () -> cluster().record(visitor).attributes().keySet().equals(names));
    String seen = String.valueOf(visitor.ask(t2(), "info").get("attributes"));
    assertEquals(new TreeSet<>(names), new TreeSet<>(List.of(seen.split(","))));
  }

  @Test
  void countWhenStreamsHaveTheSessionOneByOneThenIsExact() {
    Visitor visitor = new Visitor("all");
    visitor.ask(t1(), "info");

    List<HttpResponse<String>> answers = inStreams(t1(), visitor, "all", i -> "count");

    long distinct = answers.stream().map(HttpResponse::body).distinct().count();
    assertEquals(STREAMS, distinct);
    assertEquals("" + (STREAMS + 1), visitor.ask(t2(), "count").get("count"));
  }

  /** The first request makes the connection; all others are sent before any is answered. */
  private static List<HttpResponse<String>> inStreams(
      TomcatProcess tomcat, Visitor visitor, String context, IntFunction<String> command) {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();
    IntFunction<CompletableFuture<HttpResponse<String>>> send =
        i -> {
          URI uri =
              URI.create(
                  "http://127.0.0.1:%d/%s/probe/%s"
                      .formatted(tomcat.port(), context, command.apply(i)));
          HttpRequest request =
              HttpRequest.newBuilder(uri).header("Cookie", "JSESSIONID=" + visitor.id()).build();
          return client.sendAsync(request, HttpResponse.BodyHandlers.ofString());
        };
    HttpResponse<String> first = send.apply(0).join();
    List<CompletableFuture<HttpResponse<String>>> others =
        IntStream.range(1, STREAMS).mapToObj(send).toList();
    List<HttpResponse<String>> answers =
        new ArrayList<>(others.stream().map(CompletableFuture::join).toList());
    answers.add(first);
    return answers;
  }
}
