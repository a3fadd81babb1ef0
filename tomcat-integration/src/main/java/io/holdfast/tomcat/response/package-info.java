/**
 * Saved before the client can act on it: what the application's response passes before any byte of
 * it can leave. The classes that have to name servlet types are in the package {@code javax}; the
 * build makes the package {@code jakarta} of them, and the running Tomcat decides which is used.
 */
@NullMarked
package io.holdfast.tomcat.response;

import org.jspecify.annotations.NullMarked;
