/**
 * Many clients that write and read small values: our store beside the client library that it stands
 * on, beside plain sockets, and beside a cache server in Java.
 */
@NullMarked
package io.holdfast.benchmarks.clients;

import org.jspecify.annotations.NullMarked;
