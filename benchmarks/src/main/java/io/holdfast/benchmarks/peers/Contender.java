package io.holdfast.benchmarks.peers;

import io.holdfast.benchmarks.Bench;
import io.holdfast.benchmarks.load.Manager;
import java.io.IOException;

/** A way of keeping sessions, the first of which the others are compared with. */
enum Contender implements Manager {
  PLAIN("Tomcat's own manager", AloneInstallation::new),

  KRYO_ASYNC("Holdfast kryo, async", holdfast("kryo", Ways.ASYNC)),
  JAVA_ASYNC("Holdfast java, async", holdfast("java", Ways.ASYNC)),
  XSTREAM_ASYNC("Holdfast xstream, async", holdfast("xstream", Ways.ASYNC)),
  JAVOLUTION_ASYNC("Holdfast javolution, async", holdfast("javolution", Ways.ASYNC)),
  KRYO_SYNC("Holdfast kryo, sync", holdfast("kryo", Ways.SYNC)),
  KRYO_OPTIMISTIC("Holdfast kryo, non-sticky optimistic", holdfast("kryo", Ways.OPTIMISTIC)),
  KRYO_NONE("Holdfast kryo, non-sticky none", holdfast("kryo", Ways.NONE)),

  MSM_JAVA_ASYNC("MSM java, async", msm(Msm.JAVA, Ways.ASYNC)),
  MSM_KRYO_ASYNC("MSM kryo, async", msm(Msm.KRYO, Ways.ASYNC)),
  MSM_XSTREAM_ASYNC("MSM xstream, async", msm(Msm.XSTREAM, Ways.ASYNC)),
  MSM_JAVOLUTION_ASYNC("MSM javolution, async", msm(Msm.JAVOLUTION, Ways.ASYNC)),
  MSM_KRYO_SYNC("MSM kryo, sync", msm(Msm.KRYO, Ways.SYNC)),
  MSM_KRYO_NONE("MSM kryo, non-sticky none", msm(Msm.KRYO, Ways.NONE)),

  REDISSON("Redisson on Redis", RedissonInstallation::new),
  DELTA("Tomcat's DeltaManager", DeltaInstallation::new),
  PERSISTENT("Tomcat's PersistentManager", PersistentInstallation::new);

  private final String title;

  @SuppressWarnings("ImmutableEnumChecker") // functions without state
  private final Opening opening;

  Contender(String title, Opening opening) {
    this.title = title;
    this.opening = opening;
  }

  /** What has to run for it. */
  @FunctionalInterface
  interface Opening {
    Installation on(Bench bench) throws IOException;
  }

  /** Attributes of {@code <Manager>}; ours are called as those of memcached-session-manager. */
  private static final class Ways {
    static final String ASYNC = "sessionBackupAsync=\"true\"";
    static final String SYNC = "sessionBackupAsync=\"false\" sessionBackupTimeout=\"10000\"";
    static final String OPTIMISTIC = "sticky=\"false\" lockingMode=\"optimistic\"";
    static final String NONE = "sticky=\"false\" lockingMode=\"none\"";

    private Ways() {}
  }

  private static Opening holdfast(String serializer, String attributes) {
    return installed ->
        new MemcachedInstallation(
            installed, (bench, nodes) -> bench.holdfast(nodes, serializer, attributes));
  }

  private static Opening msm(Msm msm, String attributes) {
    return installed ->
        new MemcachedInstallation(installed, (bench, nodes) -> msm.with(bench, nodes, attributes));
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public boolean isOurs() {
    return title.startsWith("Holdfast");
  }

  /** Starts what it keeps sessions in; no Tomcat yet, except where that is one. */
  Installation open(Bench bench) throws IOException {
    return opening.on(bench);
  }
}
