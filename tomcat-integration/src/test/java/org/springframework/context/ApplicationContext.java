package org.springframework.context;

/** Stands for Spring's: what Holdfast asks for beans of session scope. */
public interface ApplicationContext {

  /** Returns who makes and destroys beans. */
  Object getAutowireCapableBeanFactory();
}
