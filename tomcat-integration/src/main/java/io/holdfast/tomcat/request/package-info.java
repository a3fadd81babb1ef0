/**
 * What both modes need of one request: the session that it uses, how it waits for the store, how it
 * is refused.
 */
@NullMarked
package io.holdfast.tomcat.request;

import org.jspecify.annotations.NullMarked;
