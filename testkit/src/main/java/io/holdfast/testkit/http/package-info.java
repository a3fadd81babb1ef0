/**
 * A browser for tests over plain sockets. It opens a connection per request, so that a test knows
 * which server answered, and never repeats a request by itself.
 */
@NullMarked
package io.holdfast.testkit.http;

import org.jspecify.annotations.NullMarked;
