/**
 * Sessions whose Tomcats are gone: when they will be over is noted in the store, and another Tomcat
 * ends them, with the application's listeners. Off unless {@code expireAbandoned} is set.
 */
@NullMarked
package io.holdfast.core.expiry;

import org.jspecify.annotations.NullMarked;
