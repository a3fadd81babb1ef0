/** Spans of OpenTelemetry for reads and writes of sessions; the only classes that know its API. */
@NullMarked
package io.holdfast.sessions.tracing;

import org.jspecify.annotations.NullMarked;
