package io.holdfast.sessions.node;

import io.holdfast.sessions.store.StoreListener;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Passes what happens to nodes on to listeners, in the order in which these came. The stores need a
 * listener before the one that stores sessions again can exist; what happens before that concerns
 * no session yet.
 */
public final class NodeListeners implements StoreListener {

  private final List<StoreListener> listeners = new CopyOnWriteArrayList<>();

  /** Passes what happens to nodes on to this listener from now on, behind those before it. */
  public void add(StoreListener listener) {
    listeners.add(listener);
  }

  @Override
  public void nodeLost(String nodeId) {
    listeners.forEach(each -> each.nodeLost(nodeId));
  }

  @Override
  public void nodeReturned(String nodeId) {
    listeners.forEach(each -> each.nodeReturned(nodeId));
  }

  @Override
  public void reconnected(String nodeId) {
    listeners.forEach(each -> each.reconnected(nodeId));
  }

  @Override
  public CompletableFuture<Void> nodesChanged(Set<String> gone) {
    return CompletableFuture.allOf(
        listeners.stream()
            .map(each -> each.nodesChanged(gone))
            .toArray(CompletableFuture<?>[]::new));
  }

  @Override
  public void nodeLeft(String nodeId) {
    listeners.forEach(each -> each.nodeLeft(nodeId));
  }
}
