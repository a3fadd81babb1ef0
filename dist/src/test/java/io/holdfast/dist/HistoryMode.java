package io.holdfast.dist;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How sessions are kept while their histories are recorded, and what clients do in each. */
enum HistoryMode {
  STICKY("", false),
  NONE("none", false),
  OPTIMISTIC("optimistic", false),
  ALL("all", true),
  AUTO("auto", true),
  PATTERN("uriPattern:.*/leased/.*", true);

  private final String lockingMode;
  private final boolean leasing;

  HistoryMode(String lockingMode, boolean leasing) {
    this.lockingMode = lockingMode;
    this.leasing = leasing;
  }

  /** The modes with these names, separated by commas. */
  static List<HistoryMode> named(String names) {
    return List.of(names.toUpperCase(Locale.ROOT).split(",", -1)).stream()
        .map(HistoryMode::valueOf)
        .toList();
  }

  /** The registers whose promises this mode makes. */
  List<HistoryKind> kinds() {
    return Stream.of(HistoryKind.values()).filter(kind -> leasing || !kind.needsLease()).toList();
  }

  /** The path of an operation on a register of this kind. */
  String path(@Nullable HistoryKind kind, String operation) {
    boolean leased = this == PATTERN && kind != null && kind.needsLease();
    return "/" + this + "/history/" + (leased ? "leased/" : "") + operation;
  }

  /** How an operator would describe it; a request waits for its backup. */
  ContextXml context() {
    return context(toString());
  }

  /** The same of an application with another name. */
  ContextXml context(String name) {
    ContextXml context =
        ContextXml.named(name)
            .context("sessionCookiePath", "/") // so that one application leaves its ids to others
            .manager("storageKeyPrefix", "context")
            .manager("operationTimeout", "300")
            .manager("sessionBackupAsync", "false")
            .manager("sessionBackupTimeout", "10000");
    return this == STICKY
        ? context.manager("copies", "2") // faults follow each other, of a Tomcat and of a node
        : context
            .manager("sticky", "false")
            .manager("lockingMode", lockingMode)
            .manager("lockExpiration", "2")
            .manager("onLockTimeout", "reject");
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
