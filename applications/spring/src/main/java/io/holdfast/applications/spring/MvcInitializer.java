package io.holdfast.applications.spring;

import org.springframework.web.servlet.support.AbstractAnnotationConfigDispatcherServletInitializer;

/** Stands for {@code web.xml}: all requests go to Spring MVC. */
public final class MvcInitializer extends AbstractAnnotationConfigDispatcherServletInitializer {

  @Override
  protected Class<?>[] getRootConfigClasses() {
    return new Class<?>[] {ShopConfiguration.class};
  }

  @Override
  protected Class<?>[] getServletConfigClasses() {
    return new Class<?>[0];
  }

  @Override
  protected String[] getServletMappings() {
    return new String[] {"/"};
  }
}
