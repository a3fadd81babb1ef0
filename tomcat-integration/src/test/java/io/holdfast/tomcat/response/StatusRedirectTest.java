package io.holdfast.tomcat.response;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.servlet.http.HttpServletResponse;
import org.junit.jupiter.api.Test;

/** A method that only later versions of the servlet API have. */
class StatusRedirectTest {

  /** Looks like a response of Servlet 6.1. */
  public interface Redirecting {

    /** As there. */
    void sendRedirect(String location, int status, boolean clearBuffer) throws IOException;
  }

  @Test
  void redirectWhenTheMethodExistsThenCallsIt() throws IOException {
    List<String> called = new ArrayList<>();
    Redirecting response =
        (location, status, clearBuffer) -> called.add(location + " " + status + " " + clearBuffer);

    StatusRedirect.of(Redirecting.class).send(response, "/there", 303, true);

    assertEquals(List.of("/there 303 true"), called);
  }

  @Test
  void redirectWhenTheMethodFailsThenFailsTheSameWay() {
    IOException failure = new IOException("as asked");
    Redirecting response =
        (location, status, clearBuffer) -> {
          throw failure;
        };
    StatusRedirect redirect = StatusRedirect.of(Redirecting.class);

    IOException thrown =
        assertThrows(IOException.class, () -> redirect.send(response, "/there", 303, true));

    assertSame(failure, thrown);
  }

  @Test
  void redirectWhenTheMethodDoesNotExistThenSaysSo() {
    StatusRedirect redirect = StatusRedirect.of(HttpServletResponse.class);

    assertThrows(
        UnsupportedOperationException.class,
        () -> redirect.send(new Object(), "/there", 303, true));
  }
}
