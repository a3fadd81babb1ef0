package io.holdfast.tomcat.response;

import org.apache.catalina.session.StandardSession;

/** Tells attributes that want to know that they were made anew from their record. */
public interface Activation {

  /** Tells an attribute, if it is one that listens. */
  void didActivate(StandardSession session, Object value);

  /** For the servlet types of the running Tomcat. */
  static Activation ofRunningTomcat() {
    String name = ServletNamespace.className("AttributeActivation");
    try {
      return Class.forName(name).asSubclass(Activation.class).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Holdfast's jar lacks " + name, e);
    }
  }
}
