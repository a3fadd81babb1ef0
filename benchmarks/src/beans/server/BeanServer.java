package beans.server;

import java.io.File;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.util.ServerInfo;
import org.apache.openejb.util.OpenEjbVersion;
import org.apache.tomee.embedded.Configuration;
import org.apache.tomee.embedded.Container;

/** An embedded TomEE with one application, until the process is killed. */
public final class BeanServer {

  private BeanServer() {}

  /**
   * Starts it.
   *
   * @param args a directory for TomEE, which it empties, and the unpacked application
   */
  public static void main(String[] args) throws Exception {
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxKeepAliveRequests", "-1");
    Configuration configuration = new Configuration();
    configuration.setDir(args[0]);
    configuration.setSkipHttp(true);
    configuration.setWithEjbRemote(false);
    configuration.getConnectors().add(connector);
    Container container = new Container(configuration);
    container.getTomcat().getEngine().setJvmRoute("t1");
    container.deploy("beans", new File(args[1]), true);
    System.out.println(
        "running TomEE " + OpenEjbVersion.get().getVersion() + " on " + ServerInfo.getServerInfo());
    System.out.println("listening on " + connector.getLocalPort());
    container.await();
  }
}
