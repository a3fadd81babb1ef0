package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.load.Store;
import io.holdfast.testkit.tomcat.TomcatProcess;
import java.io.IOException;

/** Two Tomcats with the same manager, and what they share. */
interface Installation extends AutoCloseable {

  /** Starts the Tomcat that is measured; the caller closes it. */
  TomcatProcess first() throws IOException;

  /** The Tomcat that the sessions of the first are looked for on; started when it is needed. */
  TomcatProcess second() throws IOException;

  /** What the first sends its sessions to. */
  Store store() throws IOException;

  /** Ends the second Tomcat and the store. */
  @Override
  void close() throws IOException;
}
