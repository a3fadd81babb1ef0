package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.io.Serializable;
import java.lang.annotation.Annotation;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import javax.enterprise.context.ApplicationScoped;
import javax.enterprise.context.Dependent;
import javax.enterprise.context.RequestScoped;
import javax.enterprise.context.SessionScoped;
import javax.enterprise.context.spi.CreationalContext;
import javax.enterprise.inject.spi.Bean;
import javax.enterprise.inject.spi.InjectionPoint;
import javax.enterprise.inject.spi.PassivationCapable;
import org.apache.webbeans.config.WebBeansContext;
import org.apache.webbeans.context.SessionContext;
import org.apache.webbeans.context.creational.BeanInstanceBag;
import org.apache.webbeans.context.creational.CreationalContextImpl;
import org.apache.webbeans.proxy.OwbNormalScopeProxy;
import org.jspecify.annotations.Nullable;

/**
 * What TomEE puts into each session: the session scope of its CDI container, OpenWebBeans, with the
 * beans that the session has, and what each of them was made of.
 */
final class TomeeKinds {

  private static final NamedBean<Basket> BASKET =
      NamedBean.known("basket", Basket.class, SessionScoped.class);
  private static final NamedBean<Price> PRICE =
      NamedBean.known("price", Price.class, Dependent.class);
  private static final List<NamedBean<Service>> SERVICES =
      Stream.of(ApplicationScoped.class, RequestScoped.class, SessionScoped.class)
          .map(scope -> NamedBean.known(scope.getName(), Service.class, scope))
          .toList();

  private TomeeKinds() {}

  static List<Kind> all() {
    return List.of(
        new Kind("CDI (OpenWebBeans) session scope", TomeeKinds::withoutBeans, TomeeKinds::same),
        new Kind("CDI (OpenWebBeans) beans", TomeeKinds::withBeans, TomeeKinds::same),
        new Kind("CDI (OpenWebBeans) proxies in a bean", Shop::new, TomeeKinds::sameProxies));
  }

  private static Object withoutBeans() {
    SessionContext scope = new SessionContext();
    scope.setActive(true);
    return scope;
  }

  private static Object withBeans() {
    SessionContext scope = (SessionContext) withoutBeans();
    CreationalContextImpl<Basket> making = making();
    Basket basket = scope.get(BASKET, making);
    making.addDependent(PRICE, basket.price);
    return scope;
  }

  @SuppressWarnings("unchecked") // the factory that the container has is of a raw type
  private static CreationalContextImpl<Basket> making() {
    return WebBeansContext.currentInstance()
        .getCreationalContextFactory()
        .getCreationalContext(BASKET);
  }

  /** TomEE finds a bean in the scope by its definition, once the request has made it active. */
  private static boolean same(Object a, Object b) {
    SessionContext before = (SessionContext) a;
    SessionContext after = (SessionContext) b;
    after.setActive(true);
    Basket basket = after.get(BASKET);
    return before.getScope() == after.getScope()
        && Objects.equals(before.get(BASKET), basket)
        && (basket == null || isMadeOf(basket, after));
  }

  /** Whether the price ends with its basket. */
  private static boolean isMadeOf(Basket basket, SessionContext scope) {
    Map<?, ?> bags = (Map<?, ?>) Made.get(scope, "componentInstanceMap");
    BeanInstanceBag<?> bag = (BeanInstanceBag<?>) Objects.requireNonNull(bags.get(BASKET));
    CreationalContextImpl<?> making = (CreationalContextImpl<?>) bag.getBeanCreationalContext();
    return making.containsDependent(PRICE, basket.price);
  }

  /** Each proxy leads to a bean of its own Tomcat. */
  private static boolean sameProxies(Object a, Object b) {
    List<Service> before = ((Shop) a).services;
    List<Service> after = ((Shop) b).services;
    return after.stream().allMatch(OwbNormalScopeProxy.class::isInstance)
        && before.stream()
            .map(Object::getClass)
            .toList()
            .equals(after.stream().map(Object::getClass).toList());
  }

  /** A bean of session scope into which beans of each scope were injected, which live elsewhere. */
  private static final class Shop implements Serializable {

    private static final long serialVersionUID = 1L;

    @SuppressWarnings("serial") // proxies are serializable
    private final List<Service> services =
        new ArrayList<>(SERVICES.stream().map(Shop::proxy).toList());

    private static Service proxy(NamedBean<Service> bean) {
      return WebBeansContext.currentInstance()
          .getNormalScopeProxyFactory()
          .createNormalScopeProxy(bean);
    }
  }

  /** A bean that is injected by a proxy. */
  static class Service {

    /** What a proxy passes on. */
    int size() {
      return 1;
    }
  }

  /** A bean of session scope. */
  private static final class Basket implements Serializable {

    private static final long serialVersionUID = 1L;

    private final Price price = new Price();

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Basket that && that.price.cents == price.cents;
    }

    @Override
    public int hashCode() {
      return price.cents;
    }
  }

  /** A bean that belongs to the one that it was injected into. */
  private static final class Price implements Serializable {

    private static final long serialVersionUID = 1L;

    private final int cents;

    Price() {
      this.cents = 250;
    }
  }

  /** A bean's definition that the container finds by its id, as it does those of an application. */
  private static final class NamedBean<T> implements Bean<T>, PassivationCapable {

    private final String id;
    private final Class<T> type;
    private final Class<? extends Annotation> scope;

    private NamedBean(String id, Class<T> type, Class<? extends Annotation> scope) {
      this.id = id;
      this.type = type;
      this.scope = scope;
    }

    static <T> NamedBean<T> known(String id, Class<T> type, Class<? extends Annotation> scope) {
      NamedBean<T> bean = new NamedBean<>(id, type, scope);
      WebBeansContext.currentInstance().getBeanManagerImpl().addPassivationInfo(bean);
      return bean;
    }

    @Override
    public String getId() {
      return id;
    }

    @Override
    public Class<?> getBeanClass() {
      return type;
    }

    @Override
    public T create(CreationalContext<T> context) {
      try {
        return type.getDeclaredConstructor().newInstance();
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }

    @Override
    public void destroy(T instance, CreationalContext<T> context) {}

    @Override
    public Class<? extends Annotation> getScope() {
      return scope;
    }

    @Override
    public Set<Type> getTypes() {
      return Set.of(type);
    }

    @Override
    public String getName() {
      return id;
    }

    @Override
    public Set<Annotation> getQualifiers() {
      return Set.of();
    }

    @Override
    public Set<Class<? extends Annotation>> getStereotypes() {
      return Set.of();
    }

    @Override
    public Set<InjectionPoint> getInjectionPoints() {
      return Set.of();
    }

    @Override
    public boolean isAlternative() {
      return false;
    }

    @Override
    @SuppressWarnings("deprecation") // the interface has no other
    public boolean isNullable() {
      return false;
    }
  }
}
