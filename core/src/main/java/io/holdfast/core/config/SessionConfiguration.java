package io.holdfast.core.config;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The configuration of one web application's sessions, checked as a whole.
 *
 * @param layout the memcached nodes and the purpose of each; where they are found, one that stands
 *     for all of them until then
 * @param discovery where the nodes are found; null where they are listed
 * @param lockingMode how concurrent requests of a session exclude each other; sticky ones do not
 * @param tls how connections to the nodes are encrypted; null: they are not
 * @param values what the attributes mean; those that mean nothing are left out
 */
public record SessionConfiguration(
    NodeLayout layout,
    @Nullable DiscoverySettings discovery,
    LockingMode lockingMode,
    @Nullable TlsSettings tls,
    Map<Setting<?>, Object> values) {

  /** Copies the collection. */
  public SessionConfiguration {
    values = Map.copyOf(values);
  }

  /** What an attribute means; empty if it stands for none, or for what suits other attributes. */
  @SuppressWarnings("unchecked") // the parser puts in what the setting has parsed
  public <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable((T) values.get(setting));
  }

  /** What an attribute means that always means something. */
  public <T> T get(Setting<T> setting) {
    return find(setting).orElseThrow();
  }

  /** Returns whether a load balancer keeps a session on one Tomcat. */
  public boolean isSticky() {
    return get(Setting.STICKY);
  }

  /** What is encoded as one graph. */
  public Granularity granularity() {
    return find(Setting.GRANULARITY)
        .orElse(isSticky() ? Granularity.SESSION : Granularity.ATTRIBUTE);
  }

  /** How many threads encode and send. */
  public int backupThreads() {
    int threads = get(Setting.BACKUP_THREAD_COUNT);
    return threads == 0 ? Runtime.getRuntime().availableProcessors() : threads;
  }

  /** User that logs in to the nodes; null for none. */
  public @Nullable String username() {
    String name = get(Setting.USERNAME);
    return name.isEmpty() ? null : name;
  }

  /** Password of that user; null for none, or in a file. */
  public @Nullable Secret password() {
    String password = get(Setting.PASSWORD);
    return password.isEmpty() ? null : new Secret(password);
  }

  public SessionConfiguration with(NodeLayout other) {
    return new SessionConfiguration(other, discovery, lockingMode, tls, values);
  }

  /** Without what is secret. */
  @Override
  public String toString() {
    Map<Setting<?>, Object> shown = new TreeMap<>(values);
    shown.replaceAll((setting, value) -> setting.isSecret() ? "***" : value);
    return "%s, %s".formatted(layout, shown);
  }
}
