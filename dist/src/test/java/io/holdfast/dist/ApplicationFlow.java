package io.holdfast.dist;

/** What a visitor does in an application, in two parts; a Tomcat dies between them. */
interface ApplicationFlow {

  /** The first part. */
  void begin(PageVisitor visitor);

  /** The second part, which needs what the first one left in the session. */
  void end(PageVisitor visitor);
}
