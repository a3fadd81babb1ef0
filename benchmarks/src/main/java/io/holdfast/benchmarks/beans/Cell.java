package io.holdfast.benchmarks.beans;

/** What is measured at one time. */
record Cell(Server server, int users) {}
