/**
 * The load balancer in front of the Tomcats. {@link io.holdfast.demo.proxy.Affinity} decides who is
 * asked, {@link io.holdfast.demo.proxy.ProxyHandler} asks.
 */
@NullMarked
package io.holdfast.demo.proxy;

import org.jspecify.annotations.NullMarked;
