/**
 * The sessions of one web application: their class, and what a request does to them, from the lease
 * to the save.
 */
@NullMarked
package io.holdfast.tomcat.session;

import org.jspecify.annotations.NullMarked;
