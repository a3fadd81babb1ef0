package io.holdfast.core.config;

/** A step of the migration from plain to encrypted records. */
public enum EncryptionMigration {
  /** {@code false}: Holdfast writes and reads encrypted records only. */
  NONE,
  /** {@code prepare}: Holdfast writes plain records, and reads both. */
  PREPARE,
  /** {@code true}: Holdfast writes encrypted records, and reads both. */
  SEAL
}
