package io.holdfast.tomcat.response;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.catalina.Context;

/**
 * The listener of one application that hears of the end of a request after all others: Tomcat calls
 * the first one last.
 */
final class EndingInstallation {

  private final Context context;
  private final Object listener;

  private EndingInstallation(Context context, Object listener) {
    this.context = context;
    this.listener = listener;
  }

  /** Puts the listener in front of the application's, which are there before its manager starts. */
  static EndingInstallation install(Context context) {
    EndingInstallation installation = new EndingInstallation(context, newListener());
    List<Object> listeners = new ArrayList<>(List.of(installation.listener));
    listeners.addAll(Arrays.asList(context.getApplicationEventListeners()));
    context.setApplicationEventListeners(listeners.toArray());
    return installation;
  }

  /** Takes the listener away again. */
  void remove() {
    context.setApplicationEventListeners(
        Arrays.stream(context.getApplicationEventListeners())
            .filter(other -> other != listener)
            .toArray());
  }

  private static Object newListener() {
    String name = ServletNamespace.className("RequestEndings");
    try {
      return Class.forName(name).getConstructor().newInstance();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("Holdfast's jar lacks " + name, e);
    }
  }
}
