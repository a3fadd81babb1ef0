package io.holdfast.sessions.runtime;

import io.holdfast.core.config.SessionConfiguration;
import io.holdfast.core.config.Setting;
import io.holdfast.core.log.Loggers;
import io.holdfast.core.metrics.SessionMetrics;
import io.holdfast.core.seal.KeyFile;
import io.holdfast.core.seal.Sealer;
import io.holdfast.core.seal.Sealing;
import io.holdfast.core.session.StorageKeys;
import io.holdfast.core.storage.NodeStore;
import io.holdfast.core.storage.SealedStore;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** How one application's records are sealed, as it is configured; without keys, not at all. */
record RecordSealing(Sealing sealing, @Nullable KeyFile keys) {

  private static final System.Logger LOG = Loggers.of(RecordSealing.class);

  /** A new key is noticed after so long; one that is needed to read, at once. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

  /** Reads the key file, if there is to be one, and refuses what it cannot use. */
  static RecordSealing of(SessionConfiguration configuration) {
    Path file = configuration.find(Setting.ENCRYPTION_KEY_FILE).orElse(null);
    if (file == null) {
      return new RecordSealing(Sealing.NONE, null);
    }
    try {
      KeyFile keys = KeyFile.open(file, System::nanoTime);
      Sealer sealer = new Sealer(keys, new SecureRandom());
      Sealing sealing = Sealing.with(sealer, configuration.get(Setting.ENCRYPTION_MIGRATION));
      return new RecordSealing(sealing, keys);
    } catch (IllegalArgumentException e) {
      throw ClientSettings.refused(Setting.ENCRYPTION_KEY_FILE, file, e);
    }
  }

  /** Looks at the key file on other threads, which may wait for a disk; null without one. */
  @Nullable KeyLooks looks(ScheduledExecutorService timer, Executor threads) {
    return keys == null ? null : new KeyLooks(keys, timer, threads);
  }

  /** Watches the key file from now on; without keys, tells the operator what that means. */
  static void begin(
      @Nullable KeyLooks looks, ScheduledExecutorService timer, WebAppContext context) {
    if (looks == null) {
      LOG.log(
          Level.INFO,
          "{0}{1}: records are neither encrypted nor authenticated, as encryptionKeyFile is not set:"
              + " users and programs that can access the nodes can read and write sessions",
          context.host(),
          context.contextName());
      return;
    }
    long nanos = BETWEEN_LOOKS.toNanos();
    var unused = timer.scheduleWithFixedDelay(looks::look, nanos, nanos, TimeUnit.NANOSECONDS);
  }

  /** A store whose values are sealed, if they are to be. */
  NodeStore over(
      String nodeId,
      NodeStore store,
      @Nullable KeyLooks looks,
      SessionMetrics metrics,
      InstantSource clock) {
    return looks == null
        ? store
        : new SealedStore(nodeId, store, sealing, looks::newest, metrics, clock);
  }

  /** The keys of a user's list, as {@link Sealing#hashesOf} orders them. */
  Function<String, List<String>> userKeys(StorageKeys keys) {
    return user ->
        sealing.hashesOf(keys.prefix() + user, StorageKeys.userHash(user)).stream()
            .map(keys::userKeyOf)
            .toList();
  }

  /** How many bytes a sealed value has more than it has unsealed, at most. */
  int overhead() {
    return sealing.isOn() ? Sealer.MOST_OVERHEAD : 0;
  }
}
