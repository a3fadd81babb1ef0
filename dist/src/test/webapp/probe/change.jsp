<%@ page contentType="text/plain;charset=UTF-8" %><% session.setAttribute(request.getParameter("name"), request.getParameter("value")); %>changed
