/**
 * Sessions in files, as a last resort: what the store cannot take when a Tomcat stops in order is
 * kept on disk until a Tomcat starts and asks for it. {@link
 * io.holdfast.core.fallback.SessionFiles} is the way in; a file holds exactly the bytes of a
 * record.
 */
@NullMarked
package io.holdfast.core.fallback;

import org.jspecify.annotations.NullMarked;
