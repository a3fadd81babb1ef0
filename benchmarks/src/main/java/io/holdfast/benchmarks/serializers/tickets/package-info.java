/** A graph of tickets such as a single sign-on server keeps for each user who is logged in. */
@NullMarked
package io.holdfast.benchmarks.serializers.tickets;

import org.jspecify.annotations.NullMarked;
