package io.holdfast.examples.boot;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** With {@code shop.most-sessions}, how many sessions a user may have at a time. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty("shop.most-sessions")
class SessionLimit {

  @Bean
  SecurityFilterChain limited(HttpSecurity http, @Value("${shop.most-sessions}") int most)
      throws Exception {
    return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .formLogin(Customizer.withDefaults())
        .sessionManagement(
            sessions -> sessions.sessionConcurrency(limit -> limit.maximumSessions(most)))
        .build();
  }
}
