package io.holdfast.testkit.tomcat;

/**
 * Whether sticky sessions are served by the engine of the others. While there are two engines, a
 * few tests expect what only one of them does.
 */
public final class OneEngine {

  /** The system property that says so, of Holdfast too. */
  public static final String PROPERTY = "holdfast.oneEngine";

  private OneEngine() {}

  /** Whether it is so here. */
  public static boolean isOn() {
    return Boolean.getBoolean(PROPERTY);
  }
}
