package io.holdfast.tomcat;

import java.text.MessageFormat;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Hears what one logger says until it is closed. */
final class CapturedLog extends Handler implements AutoCloseable {

  private final List<LogRecord> entries = new CopyOnWriteArrayList<>();
  private final Logger logger;

  CapturedLog(Class<?> owner) {
    logger = Logger.getLogger(owner.getName());
    logger.addHandler(this);
  }

  /** The messages of a level, as they are written. */
  List<String> messages(Level level) {
    return entries.stream()
        .filter(entry -> entry.getLevel().equals(level))
        .map(
            entry ->
                entry.getParameters() == null
                    ? entry.getMessage()
                    : MessageFormat.format(entry.getMessage(), entry.getParameters()))
        .toList();
  }

  /** All that was thrown and logged. */
  List<Throwable> thrown() {
    return entries.stream().map(LogRecord::getThrown).filter(e -> e != null).toList();
  }

  @Override
  public void publish(LogRecord entry) {
    entries.add(entry);
  }

  @Override
  public void flush() {}

  @Override
  public void close() {
    logger.removeHandler(this);
  }
}
