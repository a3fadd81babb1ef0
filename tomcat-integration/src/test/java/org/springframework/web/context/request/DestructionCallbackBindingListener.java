package org.springframework.web.context.request;

import javax.servlet.http.HttpSessionBindingEvent;
import javax.servlet.http.HttpSessionBindingListener;

/** Stands for Spring's: destroys a bean when it leaves its session. */
public final class DestructionCallbackBindingListener implements HttpSessionBindingListener {

  private final Runnable destruction;

  /** Creates one that runs this. */
  public DestructionCallbackBindingListener(Runnable destruction) {
    this.destruction = destruction;
  }

  @Override
  public void valueBound(HttpSessionBindingEvent event) {}

  @Override
  public void valueUnbound(HttpSessionBindingEvent event) {
    destruction.run();
  }
}
