package io.holdfast.sessions.explore;

import io.holdfast.sessions.engine.EngineTomcat;
import io.holdfast.sessions.engine.FakeInstance;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** What happens in a world before the clients come: it gets a session, and perhaps a trouble. */
final class SceneBeginning {

  /** In bytes, of an attribute. */
  private static final int LARGE = 2_000;

  private final World world;
  private final List<Serving> applications;

  SceneBeginning(World world, List<Serving> applications) {
    this.world = world;
    this.applications = List.copyOf(applications);
  }

  /** The session exists, and each Tomcat has used it. */
  void happen() {
    if (world.scene.opening().isAbsent()) {
      return;
    }
    EngineTomcat first = world.tomcats.get(0).real();
    FakeInstance session = first.create(World.SESSION);
    session.set(Request.Increment.COUNTER, "0");
    if (world.scene.opening().isLarge()) {
      session.set("bulk", "x".repeat(LARGE));
    }
    session.setMaxInactiveInterval(world.scene.lapse().interval());
    for (Client client : world.clients) {
      for (Turn turn : client.turns) {
        if (turn.request() instanceof Request.OfObject change) {
          session.set(change.name(), Cell.fresh());
        }
      }
    }
    var unused = first.endLater(session);
    world.quieten();
    if (!world.scene.opening().isWarm()) {
      forgetAll();
    }
    for (Serving application : world.scene.opening().isWarm() ? applications : List.<Serving>of()) {
      CompletableFuture<Answer> read = application.serve(World.SESSION, new Request.Read(), false);
      world.quieten();
      read.join();
    }
    trouble();
  }

  /** What is already wrong when the clients come. */
  private void trouble() {
    int node = world.scene.opening().node();
    if (world.scene.opening().end() == Opening.End.BEFORE) {
      end();
    }
    switch (world.scene.opening().trouble()) {
      case NONE -> {}
      case DEAD -> {
        world.nodeDies(node);
        world.tomcats.forEach(tomcat -> world.noticeLoss(tomcat, node));
      }
      case OLD -> {
        world.nodeFreezes(node);
        world.tomcats.forEach(tomcat -> world.noticeLoss(tomcat, node));
        if (!world.scene.opening().hasSequel()) {
          setEarly();
        }
      }
      case EVICTED -> world.nodes.get(node).evict(World.SESSION);
      case MISSED -> {
        world.nodeFreezes(node);
        world.tomcats.forEach(tomcat -> world.noticeLoss(tomcat, node));
        setEarly();
        world.recover();
      }
      case CUT -> lose(world.tomcats.get(0), node);
      case CROSSED -> {
        lose(world.tomcats.get(0), node);
        lose(world.tomcats.get(1), (node + 1) % world.nodes.size());
      }
      case LONE -> {
        lose(world.tomcats.get(0), node);
        lose(world.tomcats.get(0), (node + 1) % world.nodes.size());
      }
    }
    world.quieten();
    if (world.scene.opening().end() == Opening.End.DURING) {
      end();
    }
  }

  private void lose(SimulatedTomcat tomcat, int node) {
    world.cut(tomcat, node);
    world.noticeLoss(tomcat, node);
  }

  private void setEarly() {
    CompletableFuture<Answer> raised =
        applications.get(0).serve(World.SESSION, new Request.Set("early", "yes"), false);
    world.quieten();
    world.promises.note(raised.join());
    if (!world.scene.opening().isWarm()) {
      forgetAll();
    }
  }

  /** The first Tomcat has no instance any more. */
  private void forgetAll() {
    EngineTomcat first = world.tomcats.get(0).real();
    world.forgotten.addAll(first.local.values());
    first.local.clear();
  }

  /** The first Tomcat ends the session. */
  private void end() {
    CompletableFuture<Answer> ended =
        applications.get(0).serve(World.SESSION, new Request.Invalidate(), false);
    world.quieten();
    world.promises.ended(ended.join());
  }
}
