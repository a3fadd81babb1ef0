package io.holdfast.benchmarks;

import java.nio.file.Path;
import java.util.List;

/**
 * How a Tomcat is told to keep sessions.
 *
 * @param context the application's {@code <Context>} element
 * @param jars for the Tomcat's {@code lib}
 * @param jvmOptions more options for the virtual machine
 * @param hostContent elements inside of the {@code <Host>}
 * @param distributable whether the application says that it is
 */
public record Setup(
    String context,
    List<Path> jars,
    List<String> jvmOptions,
    String hostContent,
    boolean distributable) {

  /** As Tomcat does by itself. */
  public static final Setup PLAIN = new Setup("<Context></Context>", List.of());

  /** Copies the lists. */
  public Setup {
    jars = List.copyOf(jars);
    jvmOptions = List.copyOf(jvmOptions);
  }

  /** Nothing but an element and jars. */
  public Setup(String context, List<Path> jars) {
    this(context, jars, List.of(), "", false);
  }
}
