package io.holdfast.benchmarks.tickets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.holdfast.benchmarks.engine.HttpConnection;
import io.holdfast.benchmarks.tickets.Visit.Step;
import io.holdfast.testkit.memcached.MemcachedNode;
import io.holdfast.testkit.memcached.MemcachedNodes;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Visits to the real server, with a real memcached where there is one. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class VisitTest {

  private final MemcachedNode node = MemcachedNodes.start();

  @AfterAll
  void stop() {
    node.close();
  }

  @ParameterizedTest
  @EnumSource(TicketForm.class)
  void performWhenTicketsAreKeptInThisFormThenAllAnswersAreRightAndNothingIsLeft(
      TicketForm form, @TempDir Path base) throws Exception {
    try (TicketServer server = new TicketServer(base, node.port(), form);
        HttpConnection connection = new HttpConnection(server.port(), TicketServer.COOKIE)) {
      Visit visit = new Visit(new Person(7));

      for (Step step : Step.values()) {
        visit.perform(step, connection);
      }

      assertEquals(0, node.probe().itemCount());
    }
  }

  @Test
  void performWhenTheStoreHasLostTheTicketThenFails(@TempDir Path base) throws Exception {
    try (TicketServer server = new TicketServer(base, node.port(), TicketForm.KRYO);
        HttpConnection connection = new HttpConnection(server.port(), TicketServer.COOKIE)) {
      Visit visit = begun(connection);
      node.probe().keys().forEach(node.probe()::delete);

      assertThrows(IOException.class, () -> visit.perform(Step.SAML_VALIDATION, connection));
    }
  }

  @Test
  void performWhenAByteOfTheTicketIsWrongThenFails(@TempDir Path base) throws Exception {
    try (TicketServer server = new TicketServer(base, node.port(), TicketForm.KRYO);
        HttpConnection connection = new HttpConnection(server.port(), TicketServer.COOKIE)) {
      Visit visit = begun(connection);
      String key = serviceTicket();
      byte[] before = Objects.requireNonNull(node.probe().get(key));
      byte[] another = before.clone();
      another[another.length / 2] ^= 1;
      node.probe().set(key, another);

      assertThrows(IOException.class, () -> visit.perform(Step.SAML_VALIDATION, connection));

      node.probe().keys().forEach(node.probe()::delete);
    }
  }

  private String serviceTicket() {
    return node.probe().keys().stream()
        .filter(key -> key.startsWith("ST-"))
        .findFirst()
        .orElseThrow();
  }

  /** Up to the ticket for the service that speaks SAML, the only one of its kind. */
  private static Visit begun(HttpConnection connection) throws IOException {
    Visit visit = new Visit(new Person(7));
    visit.perform(Step.LOGIN_TICKET, connection);
    visit.perform(Step.CREDENTIALS, connection);
    visit.perform(Step.SAML_TICKET, connection);
    return visit;
  }
}
