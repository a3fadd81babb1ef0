package io.holdfast.sessions.lock;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.sessions.request.RequestLine;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class RequestKindTest {

  @ParameterizedTest
  @CsvSource({
    "GET,  '',                                            'GET '",
    "GET,  /,                                             GET /",
    "GET,  /shop/cart,                                    GET /shop/cart",
    "POST, /shop/cart,                                    POST /shop/cart",
    "GET,  /shop/cart/,                                   GET /shop/cart/",
    "GET,  /shop/cart?item=3,                             GET /shop/cart?item=*",
    "GET,  /shop/cart?x=/y,                               GET /shop/cart?x=/y",
    "GET,  /shop?action=add&item=3,                       GET /shop?action=add&item=*",
    "GET,  /shop?17,                                      GET /shop?17",
    "GET,  /shop?add&_=1764177600000&x=,                  GET /shop?add&_=*&x=",
    "GET,  /shop?,                                        GET /shop?",
    "GET,  /orders/4711/lines/12,                         GET /orders/*/lines/*",
    "GET,  /orders/123e4567-e89b-12d3-a456-426614174000,  GET /orders/*",
    "GET,  /t/0a1b2c3d4e5f6071/x,                         GET /t/*/x",
    "GET,  /v2/page1,                                     GET /v2/page1",
    "GET,  /a-long-name-without-any-digits,               GET /a-long-name-without-any-digits"
  })
  void ofWhenRequestThenRowOfTheTable(String method, String uri, String expected) {
    assertEquals(new RequestKind(expected), RequestKind.of(new RequestLine(method, uri)));
  }

  @Test
  void ofWhenTheUriIsLongThenTheKindIsShortAndStillTellsWhatIsAtItsEnd() {
    String uri = "/" + "x".repeat(10_000) + "?action=";
    RequestKind view = RequestKind.of(new RequestLine("GET", uri + "view"));
    RequestKind add = RequestKind.of(new RequestLine("GET", uri + "add"));

    assertEquals(RequestKind.MAX_LENGTH, view.text().length());
    assertNotEquals(view, add);
  }
}
