package io.holdfast.tomcat;

import io.holdfast.core.transcoder.filter.ApplicationClasses;
import io.holdfast.core.transcoder.filter.PackageRoots;
import java.util.Set;
import java.util.TreeSet;
import org.apache.catalina.Context;
import org.apache.catalina.WebResourceRoot;

/**
 * The classes of a web application that are its own: those of {@code WEB-INF/classes}, and those of
 * jars in {@code WEB-INF/lib} whose packages lie under the roots of the packages there. To be asked
 * for classes that the application's loader defines.
 */
final class WebInfClasses implements ApplicationClasses {

  private static final String FOLDER = "/WEB-INF/classes/";
  private static final String SUFFIX = ".class";
  private static final int DEEPEST = 50;

  private final WebResourceRoot resources;
  private final PackageRoots roots;

  private WebInfClasses(WebResourceRoot resources) {
    this.resources = resources;
    Set<String> packages = new TreeSet<>();
    collectPackages(FOLDER, packages, 0);
    this.roots = PackageRoots.of(packages);
  }

  /** Of an application that is starting; nothing is its own if it has no resources. */
  static ApplicationClasses of(Context context) {
    WebResourceRoot resources = context.getLoader() == null ? null : context.getResources();
    return resources == null || !resources.getState().isAvailable()
        ? NONE
        : new WebInfClasses(resources);
  }

  private void collectPackages(String folder, Set<String> packages, int depth) {
    boolean hasClasses = false;
    Set<String> paths = resources.listWebAppPaths(folder);
    if (paths == null) { // the application has no such folder
      return;
    }
    for (String path : paths) {
      if (path.endsWith("/") && depth < DEEPEST) {
        collectPackages(path, packages, depth + 1);
      }
      hasClasses |= path.endsWith(SUFFIX);
    }
    if (hasClasses && folder.length() > FOLDER.length()) {
      packages.add(folder.substring(FOLDER.length(), folder.length() - 1).replace('/', '.'));
    }
  }

  @Override
  public boolean contains(Class<?> type) {
    return roots.cover(type.getPackageName()) || isInFolder(type.getName());
  }

  /** A nested class, and one that was made at run time for another, belongs where that belongs. */
  private boolean isInFolder(String name) {
    int nested = name.indexOf('$', name.lastIndexOf('.') + 2);
    return exists(name) || (nested > 0 && exists(name.substring(0, nested)));
  }

  private boolean exists(String name) {
    return resources.getState().isAvailable()
        && resources.getResource(FOLDER + name.replace('.', '/') + SUFFIX).exists();
  }

  /** For the log. */
  @Override
  public String toString() {
    return "WEB-INF/classes and " + roots;
  }
}
