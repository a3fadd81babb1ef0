package io.holdfast.spring.boot.shop;

import java.io.ObjectStreamClass;
import java.io.Serializable;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Says how often the program was started in its process, and what is left of those before. */
@RestController
class GenerationController {

  private static final class NewToTheCache implements Serializable {
    private static final long serialVersionUID = 1L;
  }

  private final List<WeakReference<ClassLoader>> loaders = loadersOfTheProcess();

  GenerationController() {
    loaders.add(new WeakReference<>(GenerationController.class.getClassLoader()));
  }

  /** Kept by a class of the JDK, since a restart replaces all classes of the program. */
  @SuppressWarnings("unchecked") // no other controller uses this name
  private static List<WeakReference<ClassLoader>> loadersOfTheProcess() {
    return (List<WeakReference<ClassLoader>>)
        System.getProperties()
            .computeIfAbsent(
                "shop.loaders", name -> new CopyOnWriteArrayList<WeakReference<ClassLoader>>());
  }

  /** The number of this one, from 1. */
  @GetMapping("/generation")
  String generation() {
    return Integer.toString(loaders.size());
  }

  /**
   * The numbers of those whose class loader is in memory, when asked again and again. The JDK's
   * cache of classes that were serialized lets go of one when it is asked for one that is new to
   * it; this class is, after two collections: the first leaves it as just used.
   */
  @GetMapping("/generations")
  String generations() {
    ObjectStreamClass.lookup(NewToTheCache.class);
    System.gc();
    System.gc();
    return IntStream.rangeClosed(1, loaders.size())
        .filter(number -> loaders.get(number - 1).get() != null)
        .boxed()
        .toList()
        .toString();
  }
}
