/**
 * The product's main job on one screen: two Tomcats, two memcached nodes, a proxy, and a page that
 * kills them. {@link io.holdfast.demo.DemoMain} starts all of it and ends all of it.
 */
@NullMarked
package io.holdfast.demo;

import org.jspecify.annotations.NullMarked;
