/**
 * A headless Chromium, driven over its DevTools protocol with nothing but the JDK. {@link
 * io.holdfast.demo.browser.BrowserPage} is what a test clicks and reads.
 */
@NullMarked
package io.holdfast.demo.browser;

import org.jspecify.annotations.NullMarked;
