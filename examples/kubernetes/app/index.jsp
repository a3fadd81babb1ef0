<%@page contentType="text/html; charset=UTF-8" session="true"%>
<%
  Integer before = (Integer) session.getAttribute("count");
  int count = before == null ? 1 : before + 1;
  session.setAttribute("count", count);
%>
<!DOCTYPE html>
<html lang="en">
  <title>Counter</title>
  <p>Request <b><%= count %></b> of this session, served by <%= java.net.InetAddress.getLocalHost().getHostName() %></p>
</html>
