package io.holdfast.sessions.backup;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A web application that is gone must be collectable while the executor lives on. */
@Timeout(60)
class BackupExecutorLoaderTest {

  private static final int MAX_COLLECTIONS = 200;

  private final SilentFailures failures = new SilentFailures();

  @Test
  void submitWhenTaskAndFailureAreOfAnApplicationThenItsLoaderIsCollectable() throws Exception {
    try (BackupExecutor executor =
        new BackupExecutor(
            "holdfast-loader-test", 2, 10, getClass().getClassLoader(), failures.log())) {
      WeakReference<ClassLoader> application = serveAnApplication(executor);
      failures.forget();

      assertTrue(isCollected(application), "something holds the application's class loader");
      assertEquals(1, executor.failed());
    }
  }

  private WeakReference<ClassLoader> serveAnApplication(BackupExecutor executor) throws Exception {
    ClassLoader loader = new ApplicationLoader(getClass().getClassLoader());
    Class<?> taskType = loader.loadClass(ApplicationTask.class.getName());
    assertNotSame(ApplicationTask.class, taskType);
    Constructor<?> constructor = taskType.getDeclaredConstructor();
    constructor.setAccessible(true);
    @SuppressWarnings("unchecked")
    Consumer<BackupExecutor> code = (Consumer<BackupExecutor>) constructor.newInstance();
    Thread request =
        new Thread(() -> assertThrows(CompletionException.class, () -> code.accept(executor)));
    request.setContextClassLoader(loader);
    request.start();
    request.join();
    failures.awaitLogged(1);
    return new WeakReference<>(loader);
  }

  private static boolean isCollected(WeakReference<?> reference) throws InterruptedException {
    for (int i = 0; i < MAX_COLLECTIONS && reference.get() != null; i++) {
      System.gc();
    }
    return reference.get() == null;
  }

  /**
   * Code of the application below which a thread is started, for a task that fails with an
   * exception of the application.
   */
  static final class ApplicationTask implements Runnable, Consumer<BackupExecutor> {

    @Override
    public void accept(BackupExecutor executor) {
      executor.submit("s", this).join();
    }

    @Override
    public void run() {
      throw new ApplicationException();
    }
  }

  /** An exception that only the application knows. */
  static final class ApplicationException extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  /** Defines the application's classes again instead of asking its parent. */
  private static final class ApplicationLoader extends ClassLoader {

    private static final String PREFIX = BackupExecutorLoaderTest.class.getName() + "$Application";

    ApplicationLoader(ClassLoader parent) {
      super(parent);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      if (!name.startsWith(PREFIX)) {
        return super.loadClass(name, resolve);
      }
      String file = "/" + name.replace('.', '/') + ".class";
      try (InputStream stream =
          Objects.requireNonNull(BackupExecutorLoaderTest.class.getResourceAsStream(file))) {
        byte[] bytes = stream.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
