package parent;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import org.apache.catalina.Context;
import org.apache.catalina.Lifecycle;
import org.apache.catalina.LifecycleEvent;
import org.apache.catalina.LifecycleListener;

/**
 * Gives one application the jars of a folder as if they were in Tomcat's {@code lib}, or on the
 * class path of a program that embeds Tomcat: in a class loader above the application's.
 */
public final class ParentLibraries implements LifecycleListener {

  private String directory;

  /** Set from {@code context.xml}. */
  public void setDirectory(String directory) {
    this.directory = directory;
  }

  @Override
  public void lifecycleEvent(LifecycleEvent event) {
    if (event.getType().equals(Lifecycle.BEFORE_START_EVENT)) {
      Context context = (Context) event.getLifecycle();
      context.setParentClassLoader(new URLClassLoader(jars(), context.getParentClassLoader()));
    }
  }

  private URL[] jars() {
    File[] files = new File(directory).listFiles((folder, name) -> name.endsWith(".jar"));
    URL[] urls = new URL[files.length];
    for (int i = 0; i < files.length; i++) {
      try {
        urls[i] = files[i].toURI().toURL();
      } catch (MalformedURLException e) {
        throw new IllegalStateException(e);
      }
    }
    return urls;
  }
}
