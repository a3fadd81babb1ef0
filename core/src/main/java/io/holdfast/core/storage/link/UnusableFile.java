package io.holdfast.core.storage.link;

import io.holdfast.core.config.Setting;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A file that cannot be used; the message says why and what would be right. */
public final class UnusableFile extends IOException {

  private static final long serialVersionUID = 1L;

  @SuppressWarnings("serial") // never serialized
  private final Setting<?> setting;

  private final transient Path file;

  public UnusableFile(Setting<?> setting, Path file, String problem, @Nullable Throwable cause) {
    super(problem, cause);
    this.setting = setting;
    this.file = file;
  }

  /** The attribute that names the file. */
  public Setting<?> setting() {
    return setting;
  }

  public Path file() {
    return file;
  }
}
