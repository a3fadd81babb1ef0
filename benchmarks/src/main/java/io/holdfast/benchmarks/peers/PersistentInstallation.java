package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.Setup;
import io.holdfast.benchmarks.load.Store;
import io.holdfast.testkit.FileTree;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Tomcats with Tomcat's PersistentManager, which share a directory of files. Everything is as quick
 * as it can be set: each second, every session that was used since the last time is written.
 */
final class PersistentInstallation implements Installation {

  private final Bench bench;
  private final Path directory = Files.createTempDirectory("holdfast-persistent-");
  private final FilesStore store = new FilesStore(directory);
  private final SecondTomcat second;

  PersistentInstallation(Bench bench) throws IOException {
    this.bench = bench;
    this.second = new SecondTomcat(bench);
  }

  private Setup setup() {
    String context =
        """
        <Context backgroundProcessorDelay="1">
          <Manager className="org.apache.catalina.session.PersistentManager"
              maxIdleBackup="0" minIdleSwap="-1" maxIdleSwap="-1" processExpiresFrequency="1">
            <Store className="org.apache.catalina.session.FileStore" directory="%s"/>
          </Manager>
        </Context>
        """
            .formatted(directory);
    return new Setup(context, List.of());
  }

  @Override
  public TomcatProcess first() {
    return bench.start(setup(), SecondTomcat.FIRST_ROUTE);
  }

  @Override
  public TomcatProcess second() {
    return second.with(setup());
  }

  @Override
  public Store store() {
    return store;
  }

  @Override
  public void close() {
    second.close();
    FileTree.delete(directory);
  }
}
