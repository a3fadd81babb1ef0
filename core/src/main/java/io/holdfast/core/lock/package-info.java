/**
 * Which requests must have their session to themselves, and how they get that: a fair queue inside
 * one Tomcat, in front of a lease on two nodes that keeps the other Tomcats out. Everything is
 * asynchronous; nothing here blocks or owns a thread.
 */
@NullMarked
package io.holdfast.core.lock;

import org.jspecify.annotations.NullMarked;
