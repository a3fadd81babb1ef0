package io.holdfast.core.transcoder.kit;

import io.holdfast.core.transcoder.TranscoderFactory;
import java.util.Set;
import org.junit.jupiter.api.Nested;

/** The promises of every serializer: each of the kits here, but for {@link WorkKit}. */
public abstract class TranscoderKit {

  /** The serializer under test. */
  protected abstract TranscoderFactory factory();

  /** See {@link FidelityKit#refused}. */
  protected abstract Set<String> refused();

  /** See {@link EvolutionKit#unreadable}. */
  protected abstract Set<String> unreadable();

  /** See {@link EvolutionKit#lost}. */
  protected Set<String> lost() {
    return Set.of();
  }

  /** See {@link MemoryKit#refused}. */
  protected abstract String tooHeavy();

  /** What is read is equal. */
  @Nested
  final class Fidelity extends FidelityKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }

    @Override
    protected Set<String> refused() {
      return TranscoderKit.this.refused();
    }
  }

  /** Classes that are not allowed. */
  @Nested
  final class Denial extends DenialKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }
  }

  /** Classes that change. */
  @Nested
  final class Evolution extends EvolutionKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }

    @Override
    protected Set<String> unreadable() {
      return TranscoderKit.this.unreadable();
    }

    @Override
    protected Set<String> lost() {
      return TranscoderKit.this.lost();
    }
  }

  /** Bytes that are damaged. */
  @Nested
  final class Corruption extends CorruptionKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }
  }

  /** Classes that attack. */
  @Nested
  final class Gadget extends GadgetKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }
  }

  /** Graphs that are too large. */
  @Nested
  final class Limits extends LimitsKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }
  }

  /** Attributes by themselves. */
  @Nested
  final class Apart extends ApartKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }
  }

  /** Attributes that misbehave. */
  @Nested
  final class Containment extends ContainmentKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }
  }

  /** Keys that change. */
  @Nested
  final class ChangedKeys extends ChangedKeysKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }
  }

  /** Collections of libraries. */
  @Nested
  final class ForeignCollections extends ForeignCollectionsKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }
  }

  /** Class loaders that go. */
  @Nested
  final class Unloading extends UnloadingKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }
  }

  /** Many threads. */
  @Nested
  final class Concurrency extends ConcurrencyKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }
  }

  /** Graphs that take much memory. */
  @Nested
  final class Memory extends MemoryKit {

    @Override
    protected TranscoderFactory factory() {
      return TranscoderKit.this.factory();
    }

    @Override
    protected String refused() {
      return TranscoderKit.this.tooHeavy();
    }
  }
}
