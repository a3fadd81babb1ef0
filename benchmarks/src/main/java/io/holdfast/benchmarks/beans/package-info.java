/**
 * Keeps what users put together in their sessions, or in stateful session beans to which their
 * sessions refer, on an embedded TomEE; with our manager and with Tomcat's own.
 */
@NullMarked
package io.holdfast.benchmarks.beans;

import org.jspecify.annotations.NullMarked;
