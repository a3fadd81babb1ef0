package io.holdfast.benchmarks.tickets.server;

import java.util.Map;
import java.util.TreeMap;

/** What a service is told about a user. */
public final class Assertion {

  private Assertion() {}

  /** As in CAS 2: the name. */
  public static String cas(String user) {
    return "<cas:serviceResponse xmlns:cas=\"http://www.yale.edu/tp/cas\">"
        + "<cas:authenticationSuccess><cas:user>"
        + user
        + "</cas:user></cas:authenticationSuccess></cas:serviceResponse>";
  }

  /** As in SAML 1.1: the name and all attributes, in the order of their names. */
  public static String saml(String user, Map<String, Object> attributes) {
    StringBuilder text = new StringBuilder("<saml1p:Response><saml1:Assertion><saml1:Subject>");
    text.append(user).append("</saml1:Subject><saml1:AttributeStatement>");
    new TreeMap<>(attributes)
        .forEach(
            (name, value) ->
                text.append("<saml1:Attribute AttributeName=\"")
                    .append(name)
                    .append("\">")
                    .append(value)
                    .append("</saml1:Attribute>"));
    return text.append("</saml1:AttributeStatement></saml1:Assertion></saml1p:Response>")
        .toString();
  }
}
