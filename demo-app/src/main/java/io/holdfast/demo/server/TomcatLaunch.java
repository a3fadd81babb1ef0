package io.holdfast.demo.server;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;

/** Starts a Tomcat with its own start script, which becomes the Java process. */
final class TomcatLaunch {

  private static final int ASK_MILLIS = 10_000;

  /** Four seconds are usual; a machine that has much else to do may take thirty times as long. */
  private static final Duration DEADLINE = Duration.ofMinutes(5);

  /** A short life needs neither the compiler for long ones nor threads that collect in parallel. */
  private static final String OPTIONS = "-Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC";

  private TomcatLaunch() {}

  static Launch of(int port, Path catalinaHome, Path catalinaBase) {
    Path log = catalinaBase.resolve("logs/catalina.out");
    ProcessBuilder builder =
        new ProcessBuilder("sh", catalinaHome.resolve("bin/catalina.sh").toString(), "run")
            .redirectErrorStream(true)
            .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    builder.environment().keySet().removeIf(name -> name.startsWith("CATALINA_"));
    builder.environment().remove("JAVA_OPTS");
    builder.environment().remove("JRE_HOME");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("CATALINA_HOME", catalinaHome.toString());
    builder.environment().put("CATALINA_BASE", catalinaBase.toString());
    builder.environment().put("CATALINA_OPTS", OPTIONS);
    return new Launch(ServerKind.TOMCAT, port, log, builder, () -> ask(port), DEADLINE);
  }

  /** Makes Tomcat compile the page without running it: no session comes of the question. */
  private static Launch.Answer ask(int port) {
    try {
      HttpURLConnection connection =
          (HttpURLConnection)
              URI.create("http://127.0.0.1:" + port + "/shop/cart.jsp?jsp_precompile=true")
                  .toURL()
                  .openConnection();
      connection.setConnectTimeout(ASK_MILLIS);
      connection.setReadTimeout(ASK_MILLIS);
      // Tomcat opens its port after its applications were started: an error now stays one.
      return connection.getResponseCode() == 200 ? Launch.Answer.READY : Launch.Answer.BROKEN;
    } catch (IOException refused) {
      return Launch.Answer.NOT_YET;
    }
  }
}
