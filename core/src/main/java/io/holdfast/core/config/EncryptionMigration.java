package io.holdfast.core.config;

/** A step on the way from unsealed to sealed records. */
public enum EncryptionMigration {
  /** {@code false}: what is written is sealed, and what is not sealed is not read. */
  NONE,
  /** {@code prepare}: nothing is sealed yet, and what is sealed is read as well. */
  PREPARE,
  /** {@code true}: what is written is sealed, and what is not is read as well. */
  SEAL
}
