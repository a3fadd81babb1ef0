/**
 * What is decided about a request before its session is looked at. Nothing here knows a servlet
 * type.
 */
@NullMarked
package io.holdfast.core.request;

import org.jspecify.annotations.NullMarked;
