package io.holdfast.core.seal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import io.holdfast.core.config.EncryptionMigration;
import java.security.SecureRandom;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What stands for the name of a user in the keys of values. */
final class HiddenNamesTest {

  private static final String PLAIN = "plain";

  private final TestKeys keys = new TestKeys(1, 2);

  @Test
  void hashesWhenThereIsNoKeyThenThatWhichEverybodyKnows() {
    assertEquals(List.of(PLAIN), Sealing.NONE.hashesOf("ann", PLAIN));
  }

  @Test
  void hashesWhenThereAreKeysThenOneForEachAndTheFirstKeysFirst() {
    List<String> hashes = sealing(EncryptionMigration.NONE).hashesOf("ann", PLAIN);

    assertEquals(
        List.of(keys.now().first().hashOf("ann"), keys.now().hashesOf("ann").get(1)), hashes);
    assertNotEquals(hashes.get(0), hashes.get(1));
  }

  @Test
  void hashesWhenTomcatsMigrateThenTheKnownOneIsReadTooOrWrittenStill() {
    List<String> keyed = keys.now().hashesOf("ann");

    assertEquals(
        List.of(keyed.get(0), keyed.get(1), PLAIN),
        sealing(EncryptionMigration.SEAL).hashesOf("ann", PLAIN));
    assertEquals(
        List.of(PLAIN, keyed.get(0), keyed.get(1)),
        sealing(EncryptionMigration.PREPARE).hashesOf("ann", PLAIN));
  }

  @Test
  void hashOfWhenTheNameIsAnotherThenIsAnother() {
    SealingKey key = keys.now().first();

    assertNotEquals(key.hashOf("ann"), key.hashOf("bob"));
    assertNotEquals(key.hashOf("\uD83D"), key.hashOf("?"), "half of a pair of surrogates");
  }

  /** Tomcats of all versions must agree: this text never changes. */
  @Test
  void hashOfWhenGoldenThenTheSame() {
    assertEquals(
        "90a90ad541623ed48fe6eaa64a5dd52309b5112bb035a374346281e66e798d3a",
        new SealingKey("k", new byte[Xaes256Gcm.KEY_BYTES]).hashOf("ann"));
  }

  private Sealing sealing(EncryptionMigration migration) {
    return Sealing.with(new Sealer(keys, new SecureRandom()), migration);
  }
}
