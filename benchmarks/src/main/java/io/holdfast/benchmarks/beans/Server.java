package io.holdfast.benchmarks.beans;

/** One TomEE: who keeps its sessions, and what users do with it. */
record Server(Keeper keeper, Kind kind) {

  /** The one that does the same without us. */
  Server plain() {
    return new Server(Keeper.TOMCAT, kind);
  }

  /** The one that keeps everything in sessions, with the same manager. */
  Server withoutBeans() {
    return new Server(keeper, Kind.SESSION);
  }

  String title() {
    return kind.title() + ", " + keeper.title();
  }
}
