package io.holdfast.core.log;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Keeps the library from logging while the tests of a class provoke what it would tell thousands of
 * times.
 */
public final class QuietLog implements BeforeAllCallback, AfterAllCallback {

  private static final Logger LOG = Logger.getLogger("io.holdfast");

  private @Nullable Level before;

  @Override
  public void beforeAll(ExtensionContext context) {
    before = LOG.getLevel();
    LOG.setLevel(Level.OFF);
  }

  @Override
  public void afterAll(ExtensionContext context) {
    LOG.setLevel(before);
  }
}
