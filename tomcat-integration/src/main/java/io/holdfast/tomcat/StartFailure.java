package io.holdfast.tomcat;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.log.Loggers;
import org.apache.catalina.LifecycleException;

/** A start that an operator's mistake has stopped. */
final class StartFailure {

  private static final System.Logger LOG = Loggers.of(StartFailure.class);

  private StartFailure() {}

  /**
   * What Tomcat writes into its log as one line: where in the program a wrong attribute was found,
   * and through which exceptions, does not help an operator to correct it. That is logged at DEBUG.
   */
  static LifecycleException of(String message, ConfigurationException cause) {
    LOG.log(System.Logger.Level.DEBUG, message, cause);
    LifecycleException failure = new LifecycleException(message);
    failure.setStackTrace(new StackTraceElement[0]);
    return failure;
  }
}
