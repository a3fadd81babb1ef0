/**
 * The classes that have to name servlet types: a filter, what it wraps requests and responses in,
 * and nothing that decides. Written once, for {@code javax}; the build makes the same for {@code
 * jakarta} of it.
 */
@NullMarked
package io.holdfast.tomcat.response.javax;

import org.jspecify.annotations.NullMarked;
