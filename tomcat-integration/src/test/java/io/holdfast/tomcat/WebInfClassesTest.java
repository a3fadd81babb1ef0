package io.holdfast.tomcat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.filter.ApplicationClasses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.startup.Tomcat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class WebInfClassesTest {

  @TempDir Path folder;

  /** Puts a file where the class would be, which is all that is looked at. */
  private void place(Class<?> type) throws IOException {
    Path file =
        folder.resolve("app/WEB-INF/classes/" + type.getName().replace('.', '/') + ".class");
    Files.createDirectories(file.getParent());
    Files.write(file, new byte[0]);
  }

  private void whileStarted(Consumer<Context> check) throws IOException, LifecycleException {
    Files.createDirectories(folder.resolve("app"));
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder.resolve("base").toString());
    Context context = tomcat.addContext("", folder.resolve("app").toString());
    try {
      tomcat.start();
      check.accept(context);
    } finally {
      tomcat.stop();
      tomcat.destroy();
    }
  }

  @Test
  void containsWhenPackageLiesUnderARootThenIsTrue() throws Exception {
    place(WebInfClassesTest.class);

    whileStarted(
        context -> {
          ApplicationClasses own = WebInfClasses.of(context);
          assertTrue(own.contains(WebInfClassesTest.class));
          assertTrue(own.contains(ClassFilter.class));
          assertFalse(own.contains(Tomcat.class));
          assertEquals("WEB-INF/classes and io.holdfast", own.toString());
        });
  }

  @Test
  void containsWhenApplicationReplacesAClassOfALibraryThenHasThatClassAlone() throws Exception {
    place(StandardContext.class);

    whileStarted(
        context -> {
          ApplicationClasses own = WebInfClasses.of(context);
          assertTrue(own.contains(StandardContext.class));
          assertFalse(own.contains(StandardHost.class));
        });
  }

  @Test
  void containsWhenClassIsNestedInOneOfTheFolderThenIsTrue() throws Exception {
    place(java.util.Map.class);

    whileStarted(
        context -> assertTrue(WebInfClasses.of(context).contains(java.util.Map.Entry.class)));
  }

  @Test
  void containsWhenThereIsNoFolderThenIsFalse() throws Exception {
    whileStarted(
        context -> assertFalse(WebInfClasses.of(context).contains(WebInfClassesTest.class)));
  }

  @Test
  void containsWhenTheApplicationHasStoppedThenIsFalse() throws Exception {
    place(StandardContext.class);
    ApplicationClasses[] own = new ApplicationClasses[1];

    whileStarted(context -> own[0] = WebInfClasses.of(context));

    assertFalse(own[0].contains(StandardContext.class));
  }

  @Test
  void ofWhenTheApplicationHasNoResourcesThenNothingIsItsOwn() {
    assertFalse(WebInfClasses.of(new StandardContext()).contains(WebInfClassesTest.class));
  }
}
