/**
 * The classes of the shop, which only its web application sees. They know nothing of Holdfast: a
 * cart is an ordinary attribute of an ordinary session.
 */
@NullMarked
package io.holdfast.demo.shop;

import org.jspecify.annotations.NullMarked;
