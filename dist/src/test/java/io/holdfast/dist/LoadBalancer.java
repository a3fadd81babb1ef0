package io.holdfast.dist;

import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.process.ChildProcess;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** A load balancer in a process of its own, with a configuration of docs/load-balancers.md. */
final class LoadBalancer implements AutoCloseable {

  private static final Path DOCUMENT = Path.of("../docs/load-balancers.md");
  private static final Path RESTARTS = Path.of("../docs/rolling-restart.md");
  private static final Pattern AJP_CONNECTOR =
      Pattern.compile("<Connector protocol=\"AJP/1.3\" .* port=\"([0-9]+)\".*/>");

  private static final Pattern HTTP_CONNECTOR =
      Pattern.compile("<Connector port=\"8080\" protocol=\"HTTP/1.1\" (.*)/>");

  private static final Pattern HEALTH_VALVE =
      Pattern.compile("<Valve className=\"io.holdfast.tomcat.HealthValve\" .*/>");

  private static final Duration DEADLINE = Duration.ofSeconds(60);

  /** A program, and what its configuration needs around it that a system has in other files. */
  enum Program {
    HAPROXY("HAProxy", "haproxy") {
      @Override
      ProcessBuilder command(Path executable, Path folder, String printed) {
        Path file = write(folder.resolve("haproxy.cfg"), printed);
        return new ProcessBuilder(executable.toString(), "-db", "-f", file.toString());
      }
    },

    NGINX("nginx", "nginx") {
      @Override
      ProcessBuilder command(Path executable, Path folder, String printed) {
        String temporary =
            Stream.of("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
                .map(kind -> kind + "_temp_path " + folder.resolve(kind) + ";\n")
                .collect(Collectors.joining());
        Path file =
            write(
                folder.resolve("nginx.conf"),
                """
                daemon off; error_log stderr; pid %s/pid;
                events {}
                http {
                access_log off;
                %s%s}
                """
                    .formatted(folder, temporary, printed));
        return new ProcessBuilder(
            executable.toString(), "-p", folder.toString(), "-c", file.toString());
      }

      @Override
      String here(Path executable, Path folder, String script) {
        Path file = folder.resolve("nginx.conf");
        return script
            .replace("/etc/nginx/conf.d/tomcats.conf", file.toString())
            .replace("nginx -s", "%s -p %s -c %s -s".formatted(executable, folder, file));
      }
    },

    HTTPD("Apache httpd", "apache2 httpd") {
      @Override
      ProcessBuilder command(Path executable, Path folder, String printed) {
        return httpd(executable, folder, printed);
      }

      @Override
      String here(Path executable, Path folder, String script) {
        Path file = folder.resolve("httpd.conf");
        return script
            .replace("/etc/apache2/sites-available/tomcats.conf", file.toString())
            .replace("apachectl", "%s -f %s -k".formatted(executable, file));
      }
    },

    HTTPD_BY_AJP("Apache httpd by AJP", "apache2 httpd") {
      @Override
      ProcessBuilder command(Path executable, Path folder, String printed) {
        return httpd(executable, folder, printed);
      }
    };

    private static final List<String> HTTPD_MODULES =
        List.of(
            "mpm_event",
            "authz_core",
            "unixd",
            "slotmem_shm",
            "proxy",
            "proxy_http",
            "proxy_ajp",
            "proxy_balancer",
            "lbmethod_byrequests");

    final String title;
    private final String executables;

    Program(String title, String executables) {
      this.title = title;
      this.executables = executables;
    }

    abstract ProcessBuilder command(Path executable, Path folder, String printed);

    /** A printed script with the program and the files of this test. */
    String here(Path executable, Path folder, String script) {
      throw new IllegalStateException("no script is printed for " + title);
    }

    private static ProcessBuilder httpd(Path executable, Path folder, String printed) {
      Path modules =
          Stream.of(
                  "/usr/lib/apache2/modules", "/usr/lib64/httpd/modules", "/usr/lib/httpd/modules")
              .map(Path::of)
              .filter(Files::isDirectory)
              .findFirst()
              .orElseThrow();
      String loads =
          HTTPD_MODULES.stream()
              // What is not there is built in.
              .filter(name -> Files.exists(modules.resolve("mod_" + name + ".so")))
              .map(name -> "LoadModule %1$s_module %2$s/mod_%1$s.so%n".formatted(name, modules))
              .collect(Collectors.joining());
      String user =
          "root".equals(System.getProperty("user.name")) ? "User www-data\nGroup www-data\n" : "";
      Path file =
          write(
              folder.resolve("httpd.conf"),
              """
              %1$s%2$sServerRoot %3$s
              ServerName localhost
              PidFile pid
              DefaultRuntimeDir %3$s
              ErrorLog /dev/stderr
              %4$s\
              """
                  .formatted(loads, user, folder, printed));
      return new ProcessBuilder(executable.toString(), "-DFOREGROUND", "-f", file.toString());
    }

    private Stream<Path> names(String folder) {
      return Stream.of(executables.split(" ", -1)).map(name -> Path.of(folder, name));
    }

    /** Returns whether the program is installed; a line says so if it is not. */
    boolean isInstalled() {
      boolean installed = find().isPresent();
      if (!installed) {
        System.out.println(
            "[holdfast] load balancer: " + title + " is NOT INSTALLED, its tests are skipped");
      }
      return installed;
    }

    /** The program on the PATH, or where systems put what only administrators start. */
    Optional<Path> find() {
      String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
      return Stream.concat(Stream.of(path.split(File.pathSeparator, -1)), Stream.of("/usr/sbin"))
          .flatMap(this::names)
          .filter(Files::isExecutable)
          .findFirst();
    }
  }

  final int port;
  private final Program program;
  private final Path folder;
  private final ChildProcess process;
  private final Path log;

  /** How often each text was waited for. */
  private final Map<String, Integer> logged = new HashMap<>();

  private LoadBalancer(int port, Program program, Path folder, Path log, ChildProcess process) {
    this.port = port;
    this.program = program;
    this.folder = folder;
    this.log = log;
    this.process = process;
  }

  /** Starts a program with its printed configuration, in which only the ports are others. */
  static LoadBalancer start(Program program, Mode mode, Cluster cluster) {
    Assumptions.assumeTrue(program.isInstalled(), program.title + " is not installed");
    int port = FreePort.find();
    String printed =
        printed(DOCUMENT, program.title + ", " + (mode == Mode.STICKY ? "sticky" : "non-sticky"))
            .replace("127.0.0.1:8080", "127.0.0.1:" + port)
            .replace("127.0.0.1:8081", "127.0.0.1:" + cluster.t1.port())
            .replace("127.0.0.1:8082", "127.0.0.1:" + cluster.t2.port())
            .replace("127.0.0.1:8009", "127.0.0.1:" + ajpPort(cluster.t1))
            .replace("127.0.0.1:8010", "127.0.0.1:" + ajpPort(cluster.t2));
    Path folder = folder("balancer-" + port);
    Path log = folder.resolve("log");
    ProcessBuilder builder =
        program
            .command(program.find().orElseThrow(), folder, printed)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile());
    LoadBalancer started =
        new LoadBalancer(port, program, folder, log, ChildProcess.start(program.title, builder));
    try {
      Await.until(
          program.title + " listens", DEADLINE, () -> listens(port) || !started.process.isAlive());
    } catch (AssertionError late) {
      started.close();
      throw late;
    }
    if (!started.process.isAlive()) {
      throw new IllegalStateException(program.title + " has ended: " + read(log));
    }
    return started;
  }

  /** The first block of code under a heading of a document. */
  private static String printed(Path document, String heading) {
    Matcher block =
        Pattern.compile(
                "^### " + Pattern.quote(heading) + "$[^#]*?^```(?:sh)?$\\n(.*?)^```$",
                Pattern.MULTILINE | Pattern.DOTALL)
            .matcher(read(document));
    if (!block.find()) {
      throw new IllegalStateException("no code under " + heading + " in " + document);
    }
    return block.group(1);
  }

  /**
   * Lets no new requests go to a Tomcat, whose file for the drain is there: by the printed script,
   * or as the program notices it.
   */
  void takeOut(TomcatProcess tomcat, String server) {
    if (program == Program.HAPROXY) {
      awaitLogged("Server tomcats/" + server + " is DOWN");
    } else {
      run(printed(RESTARTS, program.title + ": take it out"), tomcat);
    }
  }

  /** Lets requests go there again; the file for the drain is not there any more. */
  void putBack(TomcatProcess tomcat, String server) {
    if (program == Program.HAPROXY) {
      awaitLogged("Server tomcats/" + server + " is UP");
    } else {
      run(printed(RESTARTS, program.title + ": put it back"), tomcat);
    }
  }

  private void run(String printed, TomcatProcess tomcat) {
    Path executable = program.find().orElseThrow();
    runScript(
        program.here(
            executable, folder, printed.replace("127.0.0.1:8081", "127.0.0.1:" + tomcat.port())),
        tomcat);
  }

  /** Waits, by the printed script, until a drained Tomcat has stored all sessions. */
  static void awaitStored(TomcatProcess tomcat) {
    runScript(
        printed(RESTARTS, "Wait until its sessions are stored")
            .replace("127.0.0.1:8081", "127.0.0.1:" + tomcat.port()),
        tomcat);
  }

  private static void runScript(String script, TomcatProcess tomcat) {
    ProcessBuilder shell = new ProcessBuilder("sh", "-e", "-c", script).redirectErrorStream(true);
    shell.environment().put("CATALINA_BASE", tomcat.base().toString());
    ChildProcess run = ChildProcess.start("script", shell);
    int exit = run.join(DEADLINE);
    if (exit != 0) {
      throw new IllegalStateException(exit + " from " + script + "\n" + run.output());
    }
  }

  /** A connector for AJP, as the document has it, at a free port. */
  static String ajpConnector() {
    Matcher connector = AJP_CONNECTOR.matcher(read(DOCUMENT));
    if (!connector.find()) {
      throw new IllegalStateException("no connector for AJP in " + DOCUMENT);
    }
    return connector.group().replace(connector.group(1), String.valueOf(FreePort.find()));
  }

  /** The valve that answers health checks, as the document has it. */
  static String healthValve() {
    Matcher valve = HEALTH_VALVE.matcher(read(DOCUMENT));
    if (!valve.find()) {
      throw new IllegalStateException("no valve for health checks in " + DOCUMENT);
    }
    return valve.group();
  }

  /** Waits until the program has logged a text once more than when it was waited for last. */
  private void awaitLogged(String text) {
    int wanted = logged.merge(text, 1, Integer::sum);
    Await.until(
        text, DEADLINE, () -> read(log).split(Pattern.quote(text), -1).length - 1 >= wanted);
  }

  /** What the document wants the connector for HTTP to have beside its port. */
  static String connectorAttributes() {
    Matcher connector = HTTP_CONNECTOR.matcher(read(DOCUMENT));
    if (!connector.find()) {
      throw new IllegalStateException("no connector for HTTP in " + DOCUMENT);
    }
    return connector.group(1);
  }

  private static String ajpPort(TomcatProcess tomcat) {
    Matcher connector = AJP_CONNECTOR.matcher(read(tomcat.base().resolve("conf/server.xml")));
    return connector.find() ? connector.group(1) : "no connector for AJP";
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      return socket.isConnected();
    } catch (IOException noListener) {
      return false;
    }
  }

  private static Path folder(String name) {
    try {
      return Files.createDirectories(TestFolder.resolve(name).toAbsolutePath().normalize());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path write(Path file, String text) {
    try {
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Its end is not what is tested: one that does not end in order is killed. */
  @Override
  public void close() {
    boolean unused = process.terminate(DEADLINE);
  }
}
