package io.holdfast.spring.boot;

import org.springframework.context.SmartLifecycle;

/**
 * Backs sessions up as soon as the last request of a graceful shutdown is done. By itself, Spring
 * Boot stops Tomcat's contexts after all beans are destroyed: a bean that takes its time, and a
 * supervisor that loses its patience, would cost the backups that wait.
 */
final class BackupsFirst implements SmartLifecycle {

  /** Below those of the web server: at {@code MAX_VALUE} less 1024 it waits for requests. */
  private static final int PHASE = Integer.MAX_VALUE - 3 * 1024;

  private final TomcatSessions sessions;
  private volatile boolean running;

  BackupsFirst(TomcatSessions sessions) {
    this.sessions = sessions;
  }

  /** Also after a pause, in which the web server has lost no context. */
  @Override
  public void start() {
    sessions.start();
    running = true;
  }

  @Override
  public void stop() {
    running = false;
    sessions.stop();
  }

  @Override
  public boolean isRunning() {
    return running;
  }

  /**
   * Spring Framework 7 stops what can be paused, which a web server is not: its requests go on, and
   * need their sessions.
   */
  public boolean isPauseable() {
    return false;
  }

  @Override
  public int getPhase() {
    return PHASE;
  }
}
