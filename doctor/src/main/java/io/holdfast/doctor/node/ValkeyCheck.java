package io.holdfast.doctor.node;

import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.NodeFigures;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.link.ConnectionListener;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.doctor.finding.Findings;
import io.holdfast.valkey.ValkeyConnections;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether a node that is Valkey or Redis answers, and what its figures mean for sessions.
 */
final class ValkeyCheck {

  private static final String CONNECTED = "";
  private static final long LONGEST_SECONDS = 30;
  private static final long MEGABYTE = 1 << 20;

  private final ConnectionSettings settings;
  private final Findings findings;
  private final InstantSource clock;

  ValkeyCheck(ConnectionSettings settings, Findings findings, InstantSource clock) {
    this.settings = settings;
    this.findings = findings;
    this.clock = clock;
  }

  /** Connects as a Tomcat would, and says what it finds; returns whether the node answers. */
  boolean answers(NodeAddress node) {
    CompletableFuture<String> told = new CompletableFuture<>();
    ConnectionListener listener =
        new ConnectionListener() {
          @Override
          public void connected(String nodeId) {
            told.complete(CONNECTED);
          }

          @Override
          public void disconnected(String nodeId, String reason) {
            told.complete(reason);
          }
        };
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    timer.setRemoveOnCancelPolicy(true);
    try (NodeStore store =
        new ValkeyConnections(timer).connect(node, settings, timer, clock, listener)) {
      String reason =
          told.completeOnTimeout("no connection", LONGEST_SECONDS, TimeUnit.SECONDS).join();
      if (!reason.equals(CONNECTED)) {
        findings.wrong(node.toString(), "cannot be used: " + reason);
        return false;
      }
      findings.fine(node.toString(), "answers, and can hold sessions");
      checkFigures(node.toString(), figures(store));
      return true;
    } finally {
      timer.shutdownNow();
    }
  }

  private static @Nullable NodeFigures figures(NodeStore store) {
    try {
      return store.figures().join();
    } catch (CompletionException e) {
      return null; // its access list forbids INFO, for example
    }
  }

  private void checkFigures(String node, @Nullable NodeFigures figures) {
    if (figures == null) {
      findings.warn(node, "reports no statistics (INFO): memory and evictions are unknown");
      return;
    }
    if (figures.limitBytes() == 0) {
      findings.warn(node, "has no limit of memory; set maxmemory, with noeviction");
    } else {
      findings.fine(
          node,
          "uses %d of %d MB"
              .formatted(figures.usedBytes() / MEGABYTE, figures.limitBytes() / MEGABYTE));
    }
    if (figures.evictsBy() != null) {
      findings.warn(
          node,
          "evicts sessions once its memory is full (%s); set maxmemory-policy noeviction"
              .formatted(figures.evictsBy()));
    }
    if (figures.evictions() > 0) {
      findings.warn(
          node,
          "has evicted %d values since its start; raise maxmemory, and set maxmemory-policy"
                  .formatted(figures.evictions())
              + " noeviction");
    }
  }
}
