package io.holdfast.core.flow;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Collects the warnings of one class instead of printing them. */
public final class CapturedLog extends Handler implements AutoCloseable {

  private final Logger logger;
  private final List<String> warnings = new CopyOnWriteArrayList<>();

  public CapturedLog(Class<?> owner) {
    this.logger = Logger.getLogger(owner.getName());
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
  }

  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  @Override
  public void publish(LogRecord entry) {
    if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
      Object[] parameters = entry.getParameters();
      warnings.add(
          parameters == null
              ? entry.getMessage()
              : MessageFormat.format(entry.getMessage(), parameters));
    }
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
    logger.setUseParentHandlers(true);
  }
}
