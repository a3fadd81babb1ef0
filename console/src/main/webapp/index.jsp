<%@page contentType="text/html; charset=UTF-8" trimDirectiveWhitespaces="true" import="io.holdfast.console.Console"%>
<%!
  private final Console console = Console.ofThisTomcat();
%>
<%
  response.setHeader("Content-Security-Policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self';"
      + " frame-ancestors 'none'; base-uri 'none'");
  response.setHeader("Referrer-Policy", "no-referrer");
  response.setHeader("Cache-Control", "no-store");
  Object outcome = null;
  if (request.getParameter("renewed") == null) { // a page that renews itself as an action ends must not take its outcome
    outcome = session.getAttribute("outcome");
    session.removeAttribute("outcome");
  }
  out.print(console.page(response::encodeURL, outcome, session.getAttribute("asked")));
%>
