/**
 * What the browser sees: the page itself, the state of the processes as JSON, the buttons'
 * requests. Only pages of this address may press a button, see {@link
 * io.holdfast.demo.page.OriginGuard}.
 */
@NullMarked
package io.holdfast.demo.page;

import org.jspecify.annotations.NullMarked;
