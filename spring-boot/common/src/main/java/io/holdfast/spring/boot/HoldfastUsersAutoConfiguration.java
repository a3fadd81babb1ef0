package io.holdfast.spring.boot;

import jakarta.servlet.http.HttpSessionAttributeListener;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.ApplicationListener;
import org.springframework.context.annotation.Bean;
import org.springframework.security.authentication.event.InteractiveAuthenticationSuccessEvent;
import org.springframework.security.core.session.SessionRegistry;

/** The sessions of the users of Spring Security, where {@code holdfast.sessions-by-user} is set. */
@AutoConfiguration(after = HoldfastAutoConfiguration.class)
@ConditionalOnClass(SessionRegistry.class)
@ConditionalOnBean(TomcatSessions.class)
@ConditionalOnFlag("sessionsByUser")
public class HoldfastUsersAutoConfiguration {

  /** Made by Spring. */
  HoldfastUsersAutoConfiguration() {}

  @Bean
  @ConditionalOnMissingBean(SessionRegistry.class)
  SessionRegistry holdfastSessionRegistry(TomcatSessions sessions) {
    return new UserSessionRegistry(sessions::byUser);
  }

  /** Programs without a limit of sessions register none. */
  @Bean
  ApplicationListener<InteractiveAuthenticationSuccessEvent> holdfastUserNoter() {
    return new UserNoter();
  }

  /** A login endpoint of the program's own publishes no event: it saves the context alone. */
  @Bean
  HttpSessionAttributeListener holdfastSavedContexts() {
    return new SavedContexts();
  }

  /** A class, since of a lambda Spring does not know for which events it is. */
  private static final class UserNoter
      implements ApplicationListener<InteractiveAuthenticationSuccessEvent> {

    @Override
    public void onApplicationEvent(InteractiveAuthenticationSuccessEvent event) {
      UserNames.noteInSession(event.getAuthentication().getName());
    }
  }
}
