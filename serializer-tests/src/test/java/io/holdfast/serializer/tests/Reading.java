package io.holdfast.serializer.tests;

/**
 * What became of one kind of attribute when it was read.
 *
 * @param serializer its title
 * @param kind its name
 * @param result how it compares with what was written
 * @param detail for a report; empty if it is equal
 */
record Reading(String serializer, String kind, Result result, String detail) {

  /** How what was read compares with what was written. */
  enum Result {
    EQUAL,
    DIFFERENT,
    UNREADABLE
  }
}
