/**
 * What is decided about a request before its session is looked at. Nothing here knows a servlet
 * type.
 */
@NullMarked
package io.holdfast.sessions.request;

import org.jspecify.annotations.NullMarked;
