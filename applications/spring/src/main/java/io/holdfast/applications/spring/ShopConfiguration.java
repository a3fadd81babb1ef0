package io.holdfast.applications.spring;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configuration.EnableWebSecurity;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.core.userdetails.UserDetailsService;
import org.springframework.security.provisioning.InMemoryUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.web.servlet.config.annotation.EnableWebMvc;

/** Everybody must log in, with Spring Security's own page. */
@Configuration(proxyBeanMethods = false)
@EnableWebMvc
@EnableWebSecurity
@Import({Basket.class, OrderController.class, Receipt.class})
public class ShopConfiguration {

  /** The rules. */
  @Bean
  SecurityFilterChain rules(HttpSecurity http) throws Exception {
    return http.authorizeHttpRequests(requests -> requests.anyRequest().authenticated())
        .formLogin(Customizer.withDefaults())
        .build();
  }

  /** Who there is. */
  @Bean
  UserDetailsService users() {
    return new InMemoryUserDetailsManager(
        User.withUsername("ann").password("{noop}secret").roles("USER").build());
  }
}
