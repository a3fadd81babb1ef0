/**
 * Clients that shop while the visitor kills servers. {@link io.holdfast.demo.shoppers.Shoppers}
 * starts and stops them, {@link io.holdfast.demo.shoppers.Basket} decides whether a session is
 * lost.
 */
@NullMarked
package io.holdfast.demo.shoppers;

import org.jspecify.annotations.NullMarked;
