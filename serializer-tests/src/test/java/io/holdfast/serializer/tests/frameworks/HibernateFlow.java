package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Entity;
import jakarta.persistence.FetchType;
import jakarta.persistence.Id;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.OneToMany;
import jakarta.persistence.OrderBy;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import org.hibernate.Hibernate;
import org.hibernate.Session;
import org.hibernate.SessionFactory;
import org.hibernate.annotations.SortNatural;
import org.hibernate.cfg.Configuration;
import org.hibernate.proxy.HibernateProxy;
import org.jspecify.annotations.Nullable;

/** Entities of a database, read by Hibernate itself, after its session was closed. */
final class HibernateFlow {

  private HibernateFlow() {}

  /** Belongs to orders. */
  @Entity(name = "Customer")
  @SuppressWarnings("NullAway.Init")
  static class Customer implements Serializable {
    private static final long serialVersionUID = 1L;
    @Id private long id;
    private String name;

    String name() {
      return name;
    }

    /** Proxies know its value. */
    public long getId() {
      return id;
    }
  }

  /** With all kinds of collections. */
  @Entity(name = "Purchase")
  @SuppressWarnings("NullAway.Init")
  static class Purchase implements Serializable {
    private static final long serialVersionUID = 1L;
    @Id private long id;

    @ManyToOne(fetch = FetchType.LAZY)
    private Customer customer;

    @ElementCollection private List<String> items = new ArrayList<>();

    @ElementCollection @SortNatural private Set<String> tags = new TreeSet<>();

    @ElementCollection private Map<String, Integer> prices = new HashMap<>();

    @OneToMany
    @OrderBy("id")
    private List<Customer> readers = new ArrayList<>();
  }

  static List<Kind> all() {
    try (SessionFactory factory = factory()) {
      factory.inTransaction(HibernateFlow::fill);
      return List.of(
          kind("loaded", read(factory, HibernateFlow::loaded), HibernateFlow::sameLoaded),
          kind("not loaded", read(factory, HibernateFlow::found), HibernateFlow::sameNotLoaded),
          kind("proxy", read(factory, HibernateFlow::proxy), HibernateFlow::sameProxy));
    }
  }

  private static Kind kind(String name, Object sample, BiPredicate<Object, Object> same) {
    return new Kind("Hibernate entity, " + name, () -> sample, same);
  }

  private static SessionFactory factory() {
    return new Configuration()
        .addAnnotatedClass(Customer.class)
        .addAnnotatedClass(Purchase.class)
        .setProperty("hibernate.connection.url", "jdbc:h2:mem:shop")
        .setProperty("hibernate.hbm2ddl.auto", "create-drop")
        .buildSessionFactory();
  }

  private static Object read(SessionFactory factory, Function<Session, Object> reading) {
    return Objects.requireNonNull(factory.fromTransaction(reading));
  }

  private static void fill(Session session) {
    Customer ann = new Customer();
    ann.id = 7;
    ann.name = "Ann";
    session.persist(ann);
    Purchase purchase = new Purchase();
    purchase.id = 8;
    purchase.customer = ann;
    purchase.items.addAll(List.of("tea", "cup"));
    purchase.tags.addAll(List.of("b", "a"));
    purchase.prices.put("tea", 250);
    purchase.readers.add(ann);
    session.persist(purchase);
  }

  private static Purchase found(Session session) {
    return Objects.requireNonNull(session.find(Purchase.class, 8L));
  }

  private static Purchase loaded(Session session) {
    Purchase purchase = found(session);
    Hibernate.initialize(purchase.customer);
    Hibernate.initialize(purchase.items);
    Hibernate.initialize(purchase.tags);
    Hibernate.initialize(purchase.prices);
    Hibernate.initialize(purchase.readers);
    return purchase;
  }

  private static Object proxy(Session session) {
    return session.getReference(Customer.class, 7L);
  }

  private static boolean sameLoaded(Object a, @Nullable Object b) {
    return b instanceof Purchase after
        && List.copyOf(after.items).equals(List.of("tea", "cup"))
        && List.copyOf(after.tags).equals(List.of("a", "b"))
        && Map.copyOf(after.prices).equals(Map.of("tea", 250))
        && after.customer.name().equals("Ann")
        && after.readers.get(0).name().equals("Ann");
  }

  private static boolean sameNotLoaded(Object a, @Nullable Object b) {
    return b instanceof Purchase after
        && !Hibernate.isInitialized(after.items)
        && !Hibernate.isInitialized(after.customer)
        && after.customer.getId() == 7;
  }

  private static boolean sameProxy(Object a, @Nullable Object b) {
    return b instanceof HibernateProxy
        && !Hibernate.isInitialized(b)
        && ((Customer) b).getId() == 7;
  }
}
