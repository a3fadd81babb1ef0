package io.holdfast.doctor;

import io.holdfast.testkit.Certificates;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.memcached.Login;
import io.holdfast.testkit.memcached.MemcachedLimits;
import io.holdfast.testkit.memcached.MemcachedProcess;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;

/** What people do wrong, each with the line that names it. */
enum BadInstallation {
  NODE_NOT_STARTED(
      "WRONG   n1(127.0.0.1:%port%): cannot be used: connection refused",
      it -> it.nodes("127.0.0.1:" + FreePort.find())),
  HOST_UNKNOWN(
      "WRONG   n1(no-such-host.invalid:11211): cannot be used: unknown host",
      it -> it.nodes("no-such-host.invalid:11211")),
  NODE_MUTE(
      "cannot be used: no answer within 200 ms",
      it -> {
        ServerSocket mute =
            it.closedLater(new ServerSocket(0, 5, InetAddress.getLoopbackAddress()));
        it.nodes("127.0.0.1:" + mute.getLocalPort());
        it.attribute("operationTimeout", "200");
      }),
  SERVER_IS_NO_MEMCACHED(
      "cannot be used: this is no memcached, it answers \"HTTP/1.1\"",
      it -> it.nodes("127.0.0.1:" + it.closedLater(new WebServer()).port())),
  TRACING_WITHOUT_JARS(
      "WRONG   lib: tracing=\"true\" needs OpenTelemetry's API, and these jars are missing:"
          + " opentelemetry-api",
      it -> {
        it.jar("lib/opentelemetry-context-1.62.0.jar");
        it.attribute("tracing", "true");
      }),
  PASSWORD_MISSING(
      "cannot be used: the server demands a password; set username and password",
      it -> it.node(MemcachedProcess.start(MemcachedLimits.DEFAULT, login()))),
  PASSWORD_WRONG(
      "cannot be used: login refused: wrong username or password",
      it -> {
        it.node(MemcachedProcess.start(MemcachedLimits.DEFAULT, new Login("user", "another")));
        it.attribute("username", "user");
        it.attribute("password", Installation.SECRET);
      }),
  PASSWORD_FILE_OPEN(
      "WRONG   conf/context.xml: passwordFile=\"%base%/conf/password\": others than its owner may"
          + " use it (rw-r--r--); chmod 600",
      it -> {
        Path file = it.file("conf/password", Installation.SECRET + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        it.attribute("username", "user");
        it.attribute("passwordFile", "${catalina.base}/conf/password");
      }),
  PASSWORD_NOT_ASKED(
      "warning n1(127.0.0.1:%port%): demands no password although username is set",
      it -> {
        it.node(MemcachedProcess.start(MemcachedLimits.DEFAULT));
        it.attribute("username", "user");
        it.attribute("password", Installation.SECRET);
      }),
  TLS_NOT_SET(
      "cannot be used: the server closed the connection; does it demand a password, or TLS?",
      it ->
          it.node(
              MemcachedProcess.start(
                  MemcachedLimits.DEFAULT,
                  Certified.files(it.certified().authority().issue("plain", "ip:127.0.0.1"))))),
  TLS_NOT_SPOKEN(
      "it does not speak TLS at this port; start it with -Z, or leave tls out",
      it -> {
        it.node(MemcachedProcess.start(MemcachedLimits.DEFAULT));
        trusting(it, it.certified().authority());
      }),
  TLS_OF_ANOTHER_AUTHORITY(
      "cannot be used: its certificate does not come from one in tlsCaFile or tlsTrustStore",
      it -> {
        it.node(
            MemcachedProcess.start(
                MemcachedLimits.DEFAULT,
                Certified.files(it.certified().authority().issue("foreign", "ip:127.0.0.1"))));
        trusting(it, it.certified().other());
      }),
  TLS_FOR_ANOTHER_NAME(
      "cannot be used: its certificate is not for 127.0.0.1",
      it -> {
        it.node(
            MemcachedProcess.start(
                MemcachedLimits.DEFAULT,
                Certified.files(it.certified().authority().issue("named", "dns:cache1"))));
        trusting(it, it.certified().authority());
      }),
  TLS_EXPIRED(
      "cannot be used: its certificate has expired",
      it -> {
        it.node(
            MemcachedProcess.start(
                MemcachedLimits.DEFAULT,
                Certified.files(
                    it.certified().authority().issueExpired("late", 2, "ip:127.0.0.1"))));
        trusting(it, it.certified().authority());
      }),
  TLS_ENDS_SOON(
      "warning n1(127.0.0.1:%port%): its certificate ends at ",
      it -> {
        it.node(
            MemcachedProcess.start(
                MemcachedLimits.DEFAULT,
                Certified.files(it.certified().authority().issue("soon", "ip:127.0.0.1"))));
        trusting(it, it.certified().authority());
      }),
  ITEMS_TOO_SMALL(
      "WRONG   n1(127.0.0.1:%port%): takes items of 524288 bytes, and maxItemSize=\"1048576\" sends"
          + " larger ones, which it refuses; start it with -I 1048576, or set"
          + " maxItemSize=\"524288\"",
      it -> it.node(MemcachedProcess.start(new MemcachedLimits(64, 512 << 10)))),
  MEMORY_TOO_SMALL(
      "because its memory was full",
      it -> Filling.of(it.node(MemcachedProcess.start(new MemcachedLimits(8, 1 << 20))))),
  NO_EVICTIONS(
      "warning n1(127.0.0.1:%port%): evicts nothing (-M): when its memory is full it refuses",
      it -> it.node(MemcachedProcess.start(MemcachedLimits.DEFAULT, "-M"))),
  NO_CAS(
      "WRONG   n1(127.0.0.1:%port%): was started with -C (--disable-cas), by which Tomcats"
          + " overwrite each other's changes; no Tomcat uses it until it is started without",
      it -> it.node(MemcachedProcess.start(MemcachedLimits.DEFAULT, "-C"))),
  SEVERAL_SERVERS(
      "): is several servers, and connections go to one or the other: Tomcats do not find what"
          + " others store; name each server, or where they are found (dns:, srv:)",
      it ->
          it.nodes(
              it.closedLater(
                      new SpreadServers(
                          MemcachedProcess.start(MemcachedLimits.DEFAULT),
                          MemcachedProcess.start(MemcachedLimits.DEFAULT)))
                  .address())),
  ONE_SERVER_TWICE(
      "WRONG   n1(127.0.0.1:%port%): is the same server as n2(localhost:%port%): a copy on both is"
          + " one; name each server once",
      it -> {
        int port = it.node(MemcachedProcess.start(MemcachedLimits.DEFAULT)).port();
        it.nodes("127.0.0.1:" + port, "localhost:" + port);
      }),
  NO_TOMCAT(
      "WRONG   %base%: this is no Tomcat: there must be conf/server.xml, and lib/catalina.jar",
      it -> Files.delete(it.path("lib/catalina.jar"))),
  TOMCAT_TOO_OLD(
      "WRONG   %base%: Tomcat 8.5.100.0 is not supported; 9.0, 10.1 and 11.0 are",
      it -> it.catalina("8.5.100.0")),
  TOMCAT_OF_A_NEW_LINE(
      "warning %base%: Tomcat 12.0.1 is not tested yet; 9.0, 10.1 and 11.0 are",
      it -> it.catalina("12.0.1.0")),
  TOMCAT_OF_A_NEW_LINE_BETWEEN(
      "warning %base%: Tomcat 9.1.0 is not tested yet; 9.0, 10.1 and 11.0 are",
      it -> it.catalina("9.1.0.0")),
  MSM_IN_LIB(
      "WRONG   lib: jars of memcached-session-manager are of no use any more, remove them:"
          + " memcached-session-manager-2.3.2.jar, msm-kryo-serializer-2.3.2.jar",
      it -> {
        it.jar("lib/memcached-session-manager-2.3.2.jar");
        it.jar("lib/msm-kryo-serializer-2.3.2.jar");
      }),
  MSM_IN_WAR(
      "WRONG   webapps/shop.war: jars of memcached-session-manager are of no use any more, remove"
          + " them: msm-kryo-serializer-2.3.2.jar",
      it -> it.jar("webapps/shop.war", "WEB-INF/lib/msm-kryo-serializer-2.3.2.jar", "")),
  KRYO_TWICE(
      "WRONG   lib: there is more than one kryo, and Tomcat uses whichever it finds first; keep one"
          + " of: kryo-4.0.3.jar, kryo-5.6.2.jar",
      it -> it.jar("lib/kryo-4.0.3.jar")),
  CLIENT_TWICE(
      "WRONG   lib: there is more than one spymemcached, and Tomcat uses whichever it finds first;"
          + " keep the one of Holdfast's distribution: elasticache-java-cluster-client-1.2.3.jar,"
          + " spymemcached-2.12.3.jar",
      it ->
          it.jar(
              "lib/elasticache-java-cluster-client-1.2.3.jar",
              "net/spy/memcached/MemcachedClient.class",
              "")),
  HOLDFAST_OF_TWO_VERSIONS(
      "WRONG   lib: jars of several versions of Holdfast do not fit each other: 1.0.0, 1.1.0",
      it -> {
        Files.delete(it.path("lib/holdfast-core-1.0.0.jar"));
        it.jar("lib/holdfast-core-1.1.0.jar");
      }),
  SERIALIZER_MISSING(
      "WRONG   lib: these jars are missing: holdfast-serializer-graph, holdfast-serializer-xstream,"
          + " mxparser, xmlpull, xstream; copy all jars of the folder xstream of the distribution",
      it -> it.attribute("transcoderFactoryClass", "xstream")),
  JAR_BROKEN(
      "WRONG   lib: kryo-5.6.2.jar cannot be read: ",
      it -> it.file("lib/kryo-5.6.2.jar", "half of a download")),
  HOLDFAST_IN_WEB_INF(
      "WRONG   webapps/shop: Tomcat finds its manager in tomcat/lib only; move there what is in"
          + " WEB-INF/lib: holdfast-core-1.0.0.jar",
      it -> it.jar("webapps/shop/WEB-INF/lib/holdfast-core-1.0.0.jar")),
  CONTEXT_IS_NO_XML(
      "WRONG   conf/context.xml: it is no XML: line 1, column ",
      it -> it.context("<Context><Manager %s></Context>")),
  CONTEXT_NAMES_A_FILE(
      "WRONG   conf/context.xml: it has a DOCTYPE, which can name other files and is not read here;"
          + " remove it",
      it -> {
        Path secret = it.file("secret", Installation.SECRET);
        it.context(
            "<!DOCTYPE Context [<!ENTITY secret SYSTEM '%s'>]><Context docBase='&secret;'/>"
                .formatted(secret.toUri()));
      }),
  CONTEXT_IS_MSMS(
      "WRONG   conf/context.xml: its <Manager> is memcached-session-manager's; --translate FILE"
          + " writes it as Holdfast's",
      it -> it.attribute("className", "de.javakaffee.web.msm.MemcachedBackupSessionManager")),
  ATTRIBUTE_MISSPELT(
      "WRONG   conf/context.xml: stiky=\"false\": there is no such attribute; did you mean sticky?",
      it -> it.attribute("stiky", "false")),
  ATTRIBUTE_OF_MSM(
      "warning conf/context.xml: activeNodeIndex=\"1\" does nothing: the nodes of a session follow",
      it -> it.attribute("activeNodeIndex", "1")),
  NUMBER_EXPECTED(
      "WRONG   conf/context.xml: maxActiveSessions=\"many\": use a value of type int",
      it -> it.attribute("maxActiveSessions", "many")),
  NUMBER_FROM_ONE_EXPECTED(
      "WRONG   conf/context.xml: processExpiresFrequency=\"0\": a whole number from 1 is needed",
      it -> it.attribute("processExpiresFrequency", "0")),
  FILTER_IS_NO_EXPRESSION(
      "WRONG   conf/context.xml: sessionAttributeNameFilter=\"^(?!secret$\": not a regular"
          + " expression: Unclosed group",
      it -> it.attribute("sessionAttributeNameFilter", "^(?!secret$")),
  NEITHER_TRUE_NOR_FALSE(
      "WRONG   conf/context.xml: persistAuthentication=\"yes\": use true or false",
      it -> it.attribute("persistAuthentication", "yes")),
  VALUES_DO_NOT_FIT(
      "WRONG   conf/context.xml: lockingMode=\"all\": sticky sessions are not locked; leave the"
          + " attribute out, or set sticky=\"false\" as well",
      it -> it.attribute("lockingMode", "all")),
  NODES_ARE_REDIS(
      "write nodes of Valkey or Redis as id:valkey://host:port",
      it -> it.attribute("memcachedNodes", "redis://:" + Installation.SECRET + "@cache:6379")),
  MANAGER_MISSING(
      "WRONG   %base%: no <Manager className=\"io.holdfast.tomcat.MemcachedSessionManager\"> was"
          + " found in conf or in an application",
      it -> it.context("<Context/>")),
  MANAGER_TWICE(
      "WRONG   conf/context.xml: one <Context> has 2 <Manager>, and Tomcat uses the last one,"
          + " className=\"org.apache.catalina.session.StandardManager\"; remove the others",
      it ->
          it.context(
              "<Context><Manager %s/><Manager"
                  + " className='org.apache.catalina.session.StandardManager'/></Context>")),
  MANAGER_REPLACED(
      "warning webapps/shop/META-INF/context.xml: its <Manager"
          + " className=\"org.apache.catalina.session.StandardManager\"> replaces Holdfast's of"
          + " conf/context.xml: sessions of this application are not backed up",
      it ->
          it.file(
              "webapps/shop/META-INF/context.xml", "<Context><Manager pathname=''/></Context>")),
  MANAGER_MISSPELT(
      "WRONG   conf/context.xml: className=\"io.holdfast.MemcachedSessionManager\": Holdfast has no"
          + " such class; did you mean io.holdfast.tomcat.MemcachedSessionManager?",
      it -> it.attribute("className", "io.holdfast.MemcachedSessionManager")),
  LOADER_WITHOUT_LIB(
      "WRONG   conf/catalina.properties: common.loader does not name %base%/lib/*.jar: Tomcat does"
          + " not find the jars of Holdfast there",
      it ->
          it.file(
              "conf/catalina.properties",
              "common.loader=\"${catalina.base}/shared\",\"${catalina.base}/shared/*.jar\"")),
  ONE_NODE_WITHOUT_STICKINESS(
      "warning conf/context.xml: there is one node: with sticky=\"false\" all sessions"
          + " are lost with it; name a second one",
      it -> it.attribute("sticky", "false")),
  NODE_ON_EACH_MACHINE(
      "warning conf/context.xml: node n1(127.0.0.1:%port%) is on the machine of each Tomcat:"
          + " Tomcats on other machines do not find its sessions, and both are lost together",
      it -> it.node(MemcachedProcess.start(MemcachedLimits.DEFAULT))),
  MANAGER_IN_THE_WRONG_PLACE(
      "WRONG   conf/context.xml: its <Manager> stands in <Resources>; Tomcat reads one in"
          + " <Context>",
      it -> it.context("<Context><Resources><Manager %s/></Resources></Context>")),
  KEY_FILE_MISSING(
      "WRONG   conf/context.xml: encryptionKeyFile=\"%base%/conf/holdfast.keys\": there is no such"
          + " file",
      it -> it.attribute("encryptionKeyFile", "${catalina.base}/conf/holdfast.keys")),
  PROPERTY_UNKNOWN(
      "warning conf/context.xml: is not checked, as Tomcat's properties are not known: start this"
          + " command with -Dshop.nodes=…",
      it -> it.attribute("memcachedNodes", "${shop.nodes}")),
  PORT_BOUND_EARLY(
      "warning conf/server.xml: its <Connector port=\"8080\"> listens before the applications have"
          + " started, and requests fail at each restart; set bindOnInit=\"false\"",
      it -> it.connector("<Connector port='8080' protocol='HTTP/1.1'/>")),
  ROUTE_MISSING(
      "warning conf/server.xml: its <Engine> has no jvmRoute",
      it -> it.engine("<Engine name='Catalina' defaultHost='localhost'>"));

  /** Spoils an installation that is in order. */
  private interface Mistake {
    void in(Installation installation) throws Exception;
  }

  private final String line;

  @SuppressWarnings("ImmutableEnumChecker") // no mistake has a state
  private final Mistake mistake;

  BadInstallation(String line, Mistake mistake) {
    this.line = line;
    this.mistake = mistake;
  }

  void spoil(Installation installation) throws Exception {
    mistake.in(installation);
  }

  /** A part of the line that names it. */
  String line(Installation installation) {
    return line.replace("%base%", installation.path("").toAbsolutePath().normalize().toString())
        .replace("%port%", installation.portOfFirstNode());
  }

  /** Whether the command ends with 1. */
  boolean isWrong() {
    return !line.startsWith("warning") && this != MEMORY_TOO_SMALL;
  }

  private static Login login() {
    return new Login("user", Installation.SECRET);
  }

  private static void trusting(Installation it, Certificates authority) {
    it.attribute("tls", "true");
    it.attribute("tlsCaFile", authority.certificate().toString());
  }
}
