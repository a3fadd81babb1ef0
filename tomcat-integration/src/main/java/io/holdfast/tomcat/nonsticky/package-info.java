/**
 * Sessions that any Tomcat may serve: their class, and what a request does to them, from the lease
 * to the save before the response leaves.
 */
@NullMarked
package io.holdfast.tomcat.nonsticky;

import org.jspecify.annotations.NullMarked;
