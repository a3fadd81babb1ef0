<%@page contentType="text/html; charset=UTF-8" trimDirectiveWhitespaces="true" import="io.holdfast.console.Console"%>
<%!
  private final Console console = Console.ofThisTomcat();
%>
<%
  if (!"POST".equals(request.getMethod())) {
    response.sendError(405);
    return;
  }
  session.setAttribute("outcome", console.act(request.getParameterMap(), request.getRemoteUser()));
  String asked = console.asked(request.getParameterMap());
  if (asked != null) {
    session.setAttribute("asked", asked);
  }
  response.setStatus(303);
  response.setHeader("Location", request.getContextPath() + "/");
%>
