package io.holdfast.benchmarks.clients;

/**
 * What is measured at one time.
 *
 * @param way to the server
 * @param clients side by side
 * @param operation of each
 */
record Cell(Way way, int clients, Operation operation) {}
