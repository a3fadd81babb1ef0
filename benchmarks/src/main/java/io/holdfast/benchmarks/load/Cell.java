package io.holdfast.benchmarks.load;

/**
 * What is measured at one time.
 *
 * @param manager whose Tomcat is asked
 * @param page what it is asked for
 */
public record Cell(Manager manager, Page page) {}
