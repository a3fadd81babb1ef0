package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.HttpConnection;
import io.holdfast.benchmarks.Setup;
import io.holdfast.benchmarks.load.Store;
import io.holdfast.testkit.Await;
import io.holdfast.testkit.FreePort;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

/**
 * Two Tomcats with Tomcat's DeltaManager, which know each other by name and send each other what
 * changed, with the defaults of {@code SimpleTcpCluster}: asynchronously. The second one is what
 * the first keeps its sessions in, so it runs from the beginning.
 */
final class DeltaInstallation implements Installation {

  private static final Duration JOINING = Duration.ofSeconds(30);

  private static final String CLUSTER =
      """
      <Cluster className="org.apache.catalina.ha.tcp.SimpleTcpCluster">
        <Manager className="org.apache.catalina.ha.session.DeltaManager"/>
        <Channel className="org.apache.catalina.tribes.group.GroupChannel">
          <Membership className="org.apache.catalina.tribes.membership.StaticMembershipService">
            <LocalMember className="org.apache.catalina.tribes.membership.StaticMember"
                host="127.0.0.1" port="%1$d" domain="benchmark" uniqueId="%3$s"/>
            <Member className="org.apache.catalina.tribes.membership.StaticMember"
                host="127.0.0.1" port="%2$d" domain="benchmark" uniqueId="%4$s"/>
          </Membership>
          <Receiver className="org.apache.catalina.tribes.transport.nio.NioReceiver"
              address="127.0.0.1" port="%1$d" autoBind="0"/>
          <Sender className="org.apache.catalina.tribes.transport.ReplicationTransmitter">
            <Transport className="org.apache.catalina.tribes.transport.nio.PooledParallelSender"/>
          </Sender>
          <Interceptor
              className="org.apache.catalina.tribes.group.interceptors.TcpFailureDetector"/>
          <Interceptor
              className="org.apache.catalina.tribes.group.interceptors.MessageDispatchInterceptor"/>
        </Channel>
        <Valve className="org.apache.catalina.ha.tcp.ReplicationValve" filter=""/>
        <ClusterListener className="org.apache.catalina.ha.session.ClusterSessionListener"/>
      </Cluster>
      """;

  private static final String FIRST_ID = "{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1}";
  private static final String SECOND_ID = "{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,2}";

  private final Bench bench;
  private final SecondTomcat second;
  private final int firstPort = FreePort.find();
  private final int secondPort = FreePort.find();

  DeltaInstallation(Bench bench) {
    this.bench = bench;
    this.second = new SecondTomcat(bench);
  }

  @Override
  public TomcatProcess first() throws IOException {
    second();
    TomcatProcess first =
        bench.start(setup(firstPort, secondPort, FIRST_ID, SECOND_ID), SecondTomcat.FIRST_ROUTE);
    try {
      awaitReplication(first);
      return first;
    } catch (AssertionError silent) {
      first.close();
      throw new IOException("the two Tomcats have not found each other", silent);
    }
  }

  private void awaitReplication(TomcatProcess first) throws IOException {
    Store store = store();
    try (HttpConnection connection = new HttpConnection(first.port())) {
      Await.until(
          "a session is sent to the other Tomcat",
          JOINING,
          () -> {
            count(connection);
            return store.traffic().operations() > 0;
          });
    }
  }

  private static void count(HttpConnection connection) {
    try {
      connection.get("/" + Bench.APPLICATION + "/statefull", "");
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot make a session", e);
    }
  }

  @Override
  public TomcatProcess second() {
    return second.with(setup(secondPort, firstPort, SECOND_ID, FIRST_ID));
  }

  private static Setup setup(int own, int other, String ownId, String otherId) {
    return new Setup(
        "<Context></Context>",
        List.of(),
        List.of(),
        CLUSTER.formatted(own, other, ownId, otherId),
        true);
  }

  @Override
  public Store store() {
    return new DeltaStore(second());
  }

  @Override
  public void close() {
    second.close();
  }
}
