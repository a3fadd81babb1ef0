package io.holdfast.demo.proxy;

import io.holdfast.core.session.SessionId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The order in which Tomcats are asked: the one whose route is in the session's id first, the
 * others behind it; without a session each in turn.
 */
final class Affinity {

  private final List<String> routes;
  private final AtomicInteger turn = new AtomicInteger();

  Affinity(List<String> routes) {
    this.routes = List.copyOf(routes);
  }

  /** All routes, the one to ask first in front. */
  List<String> orderFor(@Nullable SessionId session) {
    String route = session == null ? null : session.jvmRoute();
    int first = route == null ? -1 : routes.indexOf(route);
    if (first < 0) {
      first = Math.floorMod(turn.getAndIncrement(), routes.size());
    }
    List<String> order = new ArrayList<>(routes.subList(first, routes.size()));
    order.addAll(routes.subList(0, first));
    return order;
  }
}
