package io.holdfast.doctor.node;

import io.holdfast.core.config.ConfigurationException;
import io.holdfast.core.config.Engine;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.discovery.NodeLookup;
import io.holdfast.core.storage.link.ConnectionSettings;
import io.holdfast.core.storage.memcached.NodeAnswers;
import io.holdfast.core.storage.memcached.NodeInterview;
import io.holdfast.doctor.finding.Findings;
import io.holdfast.sessions.runtime.NodeLookups;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/** Examines the nodes of a configuration, one after the other. */
public final class Nodes {

  private final Findings findings;
  private final InstantSource clock;
  private final LongSupplier nanoTime;

  /**
   * Creates it.
   *
   * @param clock that nodes and certificates are compared with
   * @param nanoTime as {@link System#nanoTime}
   */
  public Nodes(Findings findings, InstantSource clock, LongSupplier nanoTime) {
    this.findings = findings;
    this.clock = clock;
    this.nanoTime = nanoTime;
  }

  /**
   * Asks each node about itself, then writes, reads and deletes a value of a few bytes on each that
   * answers.
   *
   * @param settings how a Tomcat of the configuration speaks to them
   */
  public void examine(SessionConfiguration configuration, ConnectionSettings settings) {
    NodeChecks checks = new NodeChecks(configuration, findings, clock);
    List<NodeAddress> answering = new ArrayList<>();
    ValkeyCheck valkey = new ValkeyCheck(settings, findings, clock);
    for (NodeAddress node : nodes(configuration, settings)) {
      if (node.engine() == Engine.MEMORY) {
        findings.warn(
            node.toString(),
            "is the memory of one Tomcat, for development and tests: its sessions end with it");
        continue;
      }
      if (node.engine().isValkey()) {
        if (valkey.answers(node)) {
          answering.add(node);
        }
        continue;
      }
      try {
        NodeAnswers answers = new NodeInterview(node, settings, nanoTime).ask();
        checks.check(node.toString(), answers);
        answering.add(node);
      } catch (IOException e) {
        findings.wrong(node.toString(), "cannot be used: " + e.getMessage());
      }
    }
    if (!answering.isEmpty()) {
      new RoundTrips(answering, settings, clock, nanoTime).make(findings);
    }
  }

  /** Those that are listed, or found now. */
  private List<NodeAddress> nodes(SessionConfiguration configuration, ConnectionSettings settings) {
    String source = String.valueOf(configuration.discovery());
    try {
      NodeLookup lookup = NodeLookups.of(configuration, settings);
      if (lookup == null) {
        return configuration.layout().nodes();
      }
      List<NodeAddress> found = lookup.find();
      int copies = configuration.layout().copies();
      if (found.size() < copies) {
        findings.warn(
            source,
            "names nodes: %d, and each session is to have %d copies"
                .formatted(found.size(), copies));
      } else {
        findings.fine(source, "names nodes: " + found.size());
      }
      return found;
    } catch (ConfigurationException e) {
      findings.wrong(source, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      findings.wrong(source, "names no nodes: " + e.getMessage());
    }
    return List.of();
  }
}
