package io.holdfast.spring.boot.shop;

import io.holdfast.spring.boot.TomcatSessions;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/** A bean that looks, when it is destroyed, whether the sessions are backed up. */
@Component
public class SlowToLeave implements DisposableBean {

  private final ObjectProvider<TomcatSessions> sessions;
  private boolean wereDone;

  SlowToLeave(ObjectProvider<TomcatSessions> sessions) {
    this.sessions = sessions;
  }

  @Override
  public void destroy() {
    wereDone = sessions.stream().allMatch(each -> each.observed() == null);
  }

  /** Whether Holdfast had finished when the bean was destroyed. */
  public boolean wereSessionsDone() {
    return wereDone;
  }
}
