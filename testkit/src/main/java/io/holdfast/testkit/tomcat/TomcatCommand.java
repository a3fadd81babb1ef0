package io.holdfast.testkit.tomcat;

import java.io.File;
import java.util.ArrayList;
import java.util.List;

/** The command line that starts Tomcat without its scripts. */
final class TomcatCommand {

  private TomcatCommand() {}

  static List<String> of(TomcatSettings settings, TomcatBase base) {
    TomcatDistribution distribution = settings.distribution;
    String bin = distribution.home().resolve("bin").toString();
    List<String> command = new ArrayList<>();
    command.add(settings.javaHome.resolve("bin").resolve("java").toString());
    // A quarter of the time of such a short life is the compiler's, which inlining makes longer.
    command.addAll(
        List.of(
            "-Xmx128m",
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-XX:C1MaxInlineSize=10",
            "-XX:+UseSerialGC"));
    command.addAll(new ClassArchive(settings).options());
    if (settings.usualOpens) {
      command.addAll(UsualOpens.options(distribution.line()));
    }
    command.addAll(
        List.of(
            "-Djava.security.egd=file:/dev/./urandom",
            "-Djava.awt.headless=true",
            "-Dfile.encoding=UTF-8",
            "-Duser.language=en",
            "-Duser.country=US",
            "-Dorg.apache.catalina.startup.EXIT_ON_INIT_FAILURE=true",
            "-Djava.util.logging.manager=org.apache.juli.ClassLoaderLogManager",
            "-Djava.util.logging.config.file=" + base.directory() + "/conf/logging.properties",
            "-Dcatalina.home=" + distribution.home(),
            "-Dcatalina.base=" + base.directory(),
            "-Djava.io.tmpdir=" + base.directory().resolve("temp")));
    command.addAll(settings.jvmOptions);
    command.addAll(
        List.of(
            "-cp",
            bin + "/bootstrap.jar" + File.pathSeparator + bin + "/tomcat-juli.jar",
            "org.apache.catalina.startup.Bootstrap",
            "start"));
    return command;
  }
}
