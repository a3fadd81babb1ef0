/**
 * Tools that the tests of all modules share: waiting with a deadline, free ports, live threads. The
 * packages below start real servers on the loopback interface.
 */
@NullMarked
package io.holdfast.testkit;

import org.jspecify.annotations.NullMarked;
