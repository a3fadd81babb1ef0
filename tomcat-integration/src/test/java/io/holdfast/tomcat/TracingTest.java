package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.config.Setting;
import io.holdfast.core.session.SessionId;
import io.holdfast.sessions.node.NodeStatus;
import io.holdfast.testkit.Await;
import io.opentelemetry.api.GlobalOpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import javax.servlet.ServletException;
import javax.servlet.http.HttpSession;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Spans of what a request reads and writes, by OpenTelemetry's own SDK. */
@Timeout(60)
final class TracingTest extends WithOneNode {

  private static final AttributeKey<String> OUTCOME = AttributeKey.stringKey("holdfast.outcome");
  private static final AttributeKey<Long> BYTES = AttributeKey.longKey("holdfast.bytes");
  private static final int LENGTH = 5_000;

  private final InMemorySpanExporter exported = InMemorySpanExporter.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exported))
                  .build())
          .build();

  @BeforeEach
  void start() {
    GlobalOpenTelemetry.resetForTest();
    GlobalOpenTelemetry.set(sdk);
  }

  @AfterEach
  void stop() {
    GlobalOpenTelemetry.resetForTest();
    sdk.close();
  }

  /** A sticky session is saved behind its request, on another thread. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void spansWhenARequestReadsAndChangesThenAreInItsTrace(boolean isSticky) {
    PageTomcat t1 = tomcat("t1", isSticky, true);
    PageTomcat t2 = tomcat("t2", isSticky, true);
    t1.ask(browser, "begin");
    awaitOf("begin", "save stored");

    t2.ask(browser, "change");

    awaitOf("change", "load found", "save stored");
    SpanData request = request("change");
    for (SpanData span : of("change")) {
      assertEquals(request.getSpanId(), span.getParentSpanId());
      assertEquals(SpanKind.CLIENT, span.getKind());
      assertEquals(StatusCode.UNSET, span.getStatus().getStatusCode());
      assertTrue(Objects.requireNonNull(span.getAttributes().get(BYTES)) > LENGTH);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void spansWhenShownThenNameNoSession(boolean isSticky) {
    PageTomcat t1 = tomcat("t1", isSticky, true);
    t1.ask(browser, "begin");
    awaitOf("begin", "save stored");

    String base = SessionId.baseOf(id(browser));
    assertFalse(of("begin").toString().contains(base));
  }

  /** What is read and written again, behind answers of nodes, is in the trace, too. */
  @Test
  void spansWhenAnotherTomcatWasFasterThenShowTheConflict() {
    PageTomcat t1 = tomcat("t1", false, true);
    PageTomcat t2 = tomcat("t2", false, true);
    t1.ask(browser, "begin");
    CompletableFuture<String> slow = held(t1, "slow");
    t2.ask(browser.copy(), "change");
    page.gate().open();

    slow.join();

    awaitOf("slow", "load found", "save conflict", "load found", "save stored");
  }

  @Test
  void spansWhenNoNodeAnswersThenHaveFailed() {
    PageTomcat t1 = tomcat("t1", true, true);
    node.kill();
    Await.until("the node is lost", () -> isLost(t1)); // a request during that asks it once more

    t1.ask(browser, "begin");

    awaitOf("begin", "save failed");
    assertEquals(StatusCode.ERROR, of("begin").get(0).getStatus().getStatusCode());
  }

  private static boolean isLost(PageTomcat tomcat) {
    return tomcat.observed().nodes().stream()
        .allMatch(each -> each.state() == NodeStatus.State.LOST);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void spansWhenNotWantedThenAreNone(boolean isSticky) {
    PageTomcat t1 = tomcat("t1", isSticky, false);
    PageTomcat t2 = tomcat("t2", isSticky, false);
    t1.ask(browser, "begin");
    Await.until("stored", () -> t1.manager.getSessionSize(id(browser)) > 0);
    t2.ask(browser, "change");
    t1.awaitNoRequest();
    t2.awaitNoRequest();

    assertEquals(List.of(), of("begin"));
    assertEquals(List.of(), of("change"));
  }

  /** Waits until the trace of a request shows this, in this order. */
  private void awaitOf(String way, String... expected) {
    List<String> wanted = List.of(expected);
    var unused = Await.value("the spans are " + wanted, () -> shown(way), wanted::equals);
  }

  private List<String> shown(String way) {
    return of(way).stream()
        .map(
            span ->
                span.getName().replace("holdfast.", "") + " " + span.getAttributes().get(OUTCOME))
        .toList();
  }

  /** The spans of Holdfast in the trace of a request, the one that ended first first. */
  private List<SpanData> of(String way) {
    List<SpanData> spans = exported.getFinishedSpanItems();
    return spans.stream()
        .filter(span -> span.getName().equals(way))
        .map(SpanData::getTraceId)
        .flatMap(trace -> spans.stream().filter(span -> span.getTraceId().equals(trace)))
        .filter(span -> span.getName().startsWith("holdfast."))
        .toList();
  }

  private SpanData request(String way) {
    return exported.getFinishedSpanItems().stream()
        .filter(span -> span.getName().equals(way))
        .findFirst()
        .orElseThrow();
  }

  private PageTomcat tomcat(String name, boolean isSticky, boolean isTraced) {
    for (String way : List.of("begin", "change", "slow")) {
      page.with(way, (request, response) -> change(request.getSession(), way));
    }
    ManagerBuilder builder = settings(isSticky).set(Setting.SESSION_BACKUP_ASYNC, true);
    return start(
        name,
        isTraced ? builder.set(Setting.TRACING, true) : builder,
        context -> context.getParent().getParent().getPipeline().addValve(new ServerSpans()));
  }

  private String change(HttpSession session, String way) {
    if (way.equals("slow")) {
      page.gate().pass();
    }
    session.setAttribute(way, "x".repeat(LENGTH));
    return way;
  }

  /** Begins a trace for each request, as an agent does. */
  private final class ServerSpans extends ValveBase {

    ServerSpans() {
      super(true);
    }

    @Override
    @SuppressWarnings("try") // the scope is open, and not used
    public void invoke(Request request, Response response) throws IOException, ServletException {
      Span span = sdk.getTracer("server").spanBuilder(request.getParameter("way")).startSpan();
      try (Scope inRequest = span.makeCurrent()) {
        getNext().invoke(request, response);
      } finally {
        span.end();
      }
    }
  }
}
