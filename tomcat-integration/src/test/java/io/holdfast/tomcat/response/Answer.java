package io.holdfast.tomcat.response;

import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpServletResponse;

/** What a servlet of a test does. */
@FunctionalInterface
interface Answer {

  void give(HttpServletRequest request, HttpServletResponse response, Exchange exchange)
      throws Exception;
}
