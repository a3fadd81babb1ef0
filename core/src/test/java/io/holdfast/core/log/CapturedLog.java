package io.holdfast.core.log;

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
  private final List<StackTraceElement[]> stacks = new CopyOnWriteArrayList<>();

  public CapturedLog(Class<?> owner) {
    this.logger = Logger.getLogger(owner.getName());
    logger.addHandler(this);
    logger.setUseParentHandlers(false);
  }

  public List<String> warnings() {
    return List.copyOf(warnings);
  }

  /** The stacks that came with warnings. */
  public List<StackTraceElement[]> stacks() {
    return List.copyOf(stacks);
  }

  @Override
  public void publish(LogRecord entry) {
    if (entry.getLevel().intValue() >= Level.WARNING.intValue()) {
      if (entry.getThrown() != null) {
        stacks.add(entry.getThrown().getStackTrace());
      }
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
