package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.engine.Store;
import io.holdfast.benchmarks.report.Turn.Traffic;
import java.io.Closeable;
import java.io.IOException;

/** What the Tomcats of a pair keep their sessions in; it can be lost, and return empty. */
interface SharedStore extends Store, Closeable {

  /** Of Tomcats that keep their sessions to themselves. */
  SharedStore NONE =
      new SharedStore() {
        @Override
        public Traffic traffic() {
          return Traffic.NONE;
        }

        @Override
        public void lose() {}

        @Override
        public void restore() {}

        @Override
        public void close() {}
      };

  /** Ends it at once, with all that it holds. */
  void lose() throws IOException;

  /** Lets it come back, empty. */
  void restore() throws IOException;
}
