/**
 * The four child processes. {@link io.holdfast.demo.server.Cluster} owns them; each is started,
 * killed and watched as a {@link io.holdfast.demo.server.ChildServer}.
 */
@NullMarked
package io.holdfast.demo.server;

import org.jspecify.annotations.NullMarked;
