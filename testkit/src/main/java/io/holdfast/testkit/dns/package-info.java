/** A DNS server on the loopback interface whose records a test changes, and which may fail. */
@NullMarked
package io.holdfast.testkit.dns;

import org.jspecify.annotations.NullMarked;
