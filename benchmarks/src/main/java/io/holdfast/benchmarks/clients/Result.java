package io.holdfast.benchmarks.clients;

/**
 * One turn.
 *
 * @param rate operations a second, all clients together
 * @param micros of the program's processors for each operation
 */
record Result(double rate, double micros) {}
