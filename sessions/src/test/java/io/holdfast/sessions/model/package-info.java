/** Tests of what both modes say of a session, and what the tests of both use. */
@NullMarked
package io.holdfast.sessions.model;

import org.jspecify.annotations.NullMarked;
