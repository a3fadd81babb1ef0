/** What a web shop keeps in a session: many small attributes of many types, and a cart. */
@NullMarked
package io.holdfast.benchmarks.serializers.shop;

import org.jspecify.annotations.NullMarked;
