package io.holdfast.benchmarks.serializers.shop;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Currency;
import java.util.Date;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Makes sessions of a web shop; below are the classes of what they hold. None has a constructor
 * without parameters, which a serializer may call instead of making a bare instance.
 */
@SuppressWarnings({"JavaUtilDate", "JdkObsolete", "unused", "serial"})
public final class Shop {

  private static final long NOW = 1_790_000_000_000L;
  private static final int LINES_OF_100_KB = 880;
  private static final String[] WORDS = {
    "blue", "large", "cotton", "shirt", "lamp", "steel", "mug", "garden", "chair", "wool"
  };

  private static final List<Status> STATES = List.of(Status.values());

  private Shop() {}

  /** Some 50 attributes of many types, a few of them shared. */
  public static Map<String, Object> session() {
    Map<String, Object> session = new LinkedHashMap<>();
    beans(session);
    texts(session);
    numbers(session);
    times(session);
    collections(session);
    return session;
  }

  /** A list of lines that takes 100 KB in the form of JDK serialization. */
  public static Map<String, Object> largeList() {
    Map<String, Object> session = new LinkedHashMap<>();
    session.put("orders", lines(LINES_OF_100_KB));
    return session;
  }

  /** The classes of what {@link #session} holds. */
  public static List<Class<?>> classes() {
    return List.of(
        Line.class,
        Status.class,
        Message.class,
        Message.Severity.class,
        Address.class,
        Cart.class,
        Consent.class,
        Customer.class,
        Paging.class,
        Payment.class,
        Payment.Method.class,
        Search.class,
        Shipping.class);
  }

  private static void beans(Map<String, Object> session) {
    Address home = new Address("DE");
    Customer customer = new Customer(home);
    session.put("customer", customer);
    session.put("cart", new Cart(customer, lines(3)));
    session.put("wishlist", new LinkedList<>(lines(1)));
    session.put("delivery", home);
    session.put("payment", new Payment(Payment.Method.CARD));
    List<Shipping> offers = new ArrayList<>();
    offers.add(new Shipping("DHL", BigDecimal.valueOf(495, 2), 2, true));
    offers.add(new Shipping("post", BigDecimal.valueOf(295, 2), 4, false));
    session.put("offers", offers);
    session.put("shipping", offers.get(0));
    session.put("search", new Search("chair"));
    session.put("paging", new Paging(3));
    session.put("message", new Message(Message.Severity.INFO));
    session.put("consent", new Consent(4));
  }

  private static void texts(Map<String, Object> session) {
    session.put("csrfToken", "b1946ac92492d2347c6235b4d2611184");
    session.put("lastPage", "/catalog/garden/chairs?page=3");
    session.put("theme", "dark");
    session.put("campaign", "autumn-2026");
    session.put("segment", "returning");
  }

  private static void numbers(Map<String, Object> session) {
    session.put("hits", 57);
    session.put("shopId", 12);
    session.put("abTest", (short) 4);
    session.put("flags", (byte) 0x15);
    session.put("customerNumber", 880_412L);
    session.put("discount", 0.15);
    session.put("rating", 4.5f);
    session.put("initial", 'B');
    session.put("loggedIn", true);
    session.put("total", new BigDecimal("148.35"));
    session.put("account", new BigInteger("500105175000123456"));
  }

  private static void times(Map<String, Object> session) {
    session.put("login", new Date(NOW));
    session.put("lastSeen", Instant.ofEpochMilli(NOW + 125_000));
    session.put("deliverOn", LocalDate.of(2026, 11, 27));
    session.put("reservedUntil", LocalDateTime.of(2026, 11, 21, 18, 30));
    session.put("timeOnSite", Duration.ofSeconds(1_284));
  }

  private static void collections(Map<String, Object> session) {
    session.put("locale", Locale.GERMANY);
    session.put("currency", Currency.getInstance("EUR"));
    session.put("visitor", new UUID(0x6ba7b8109dad11d1L, 0x80b400c04fd430c8L));
    session.put("status", Status.IN_STOCK);
    session.put("recent", new ArrayList<>(List.of(4_711L, 4_712L, 5_300L, 5_301L, 9_916L)));
    session.put("searches", new LinkedList<>(List.of("garden chair", "lamp", "mug")));
    session.put("roles", new HashSet<>(List.of("customer", "reviewer")));
    session.put("filters", new TreeMap<>(Map.of("color", "blue", "size", "L", "brand", "any")));
    session.put("columns", new String[] {"title", "price", "rating"});
    session.put("thumbnails", new int[] {3, 1, 4, 1, 5, 9, 2, 6});
    session.put("hash", new byte[] {9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 1, 2, 3, 4, 5, 6});
    Map<String, Object> preferences = new HashMap<>();
    preferences.put("view", "grid");
    preferences.put("perRow", 4);
    preferences.put("showStock", true);
    session.put("preferences", preferences);
    session.put("seen", new HashMap<>(Map.of(4_711L, new Date(NOW), 5_300L, new Date(NOW + 9))));
    session.put("steps", new ArrayList<>(List.of("cart", "address", "payment", "check")));
    session.put("wizard", new LinkedHashMap<>(Map.of("step", 2, "of", 4)));
    session.put("errors", new ArrayList<>());
    session.put("days", bits(1, 3, 4));
  }

  private static BitSet bits(int... set) {
    BitSet bits = new BitSet();
    for (int bit : set) {
      bits.set(bit);
    }
    return bits;
  }

  private static List<Line> lines(int count) {
    List<Line> lines = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      String title =
          "%s %s %d".formatted(WORDS[i % WORDS.length], WORDS[(i / 3) % WORDS.length], i);
      lines.add(
          new Line(
              4_700L + i,
              title,
              1 + i % 3,
              BigDecimal.valueOf(995 + 250L * i, 2),
              new Date(NOW + 1_000L * i),
              STATES.get(i % STATES.size())));
    }
    return lines;
  }

  /** Who shops. */
  static final class Customer implements Serializable {
    private long number = 880_412;
    private String firstName = "anna";
    private String lastName = "Berger";
    private String mail = "anna@example.com";
    private LocalDate birthday = LocalDate.of(1984, 5, 17);
    private final Address home;
    private final Address delivery;

    Customer(Address home) {
      this.home = home;
      this.delivery = home;
    }
  }

  /** Where a customer lives. */
  static final class Address implements Serializable {
    private String street = "Rosenweg 12";
    private String zip = "22763";
    private String city = "Hamburg";
    private final String country;

    Address(String country) {
      this.country = country;
    }
  }

  /** What a customer is about to buy. */
  static final class Cart implements Serializable {
    private final Customer customer;
    private final List<Line> lines = new ArrayList<>();
    private final Map<String, Integer> vouchers = new LinkedHashMap<>();

    Cart(Customer customer, List<Line> lines) {
      this.customer = customer;
      this.lines.addAll(lines);
      vouchers.put("WELCOME", 5);
      vouchers.put("AUTUMN", 10);
    }
  }

  /** One line of a cart or of an order. */
  static final class Line implements Serializable {
    private final long product;
    private final String title;
    private final int quantity;
    private final BigDecimal price;
    private final Date added;
    private final Status status;
    private final boolean gift;
    private final @Nullable String remark;

    Line(long product, String title, int quantity, BigDecimal price, Date added, Status status) {
      this.product = product;
      this.title = title;
      this.quantity = quantity;
      this.price = price;
      this.added = added;
      this.status = status;
      this.gift = product % 7 == 0;
      this.remark = product % 5 == 0 ? "please wrap no. " + product : null;
    }
  }

  /** The delivery status of a line. */
  enum Status {
    IN_STOCK,
    ORDERED,
    LATE
  }

  /** How a customer wants to pay. */
  static final class Payment implements Serializable {

    /** The ways to pay. */
    enum Method {
      CARD,
      INVOICE
    }

    private final Method method;
    private BigDecimal limit = BigDecimal.valueOf(500);
    private LocalDate validUntil = LocalDate.of(2029, 3, 31);
    private boolean remembered = true;

    Payment(Method method) {
      this.method = method;
    }
  }

  /** One way of delivery that is offered. */
  static final class Shipping implements Serializable {
    private final String carrier;
    private final BigDecimal price;
    private final int days;
    private final boolean tracked;

    Shipping(String carrier, BigDecimal price, int days, boolean tracked) {
      this.carrier = carrier;
      this.price = price;
      this.days = days;
      this.tracked = tracked;
    }
  }

  /** What a customer has looked for. */
  static final class Search implements Serializable {
    private final String text;
    private Range price = new Range(20, 80);
    private List<String> brands = new ArrayList<>(List.of("Ikea"));
    private boolean inStockOnly = true;

    /** From and to. */
    static final class Range implements Serializable {
      private final int from;
      private final int to;

      Range(int from, int to) {
        this.from = from;
        this.to = to;
      }
    }

    Search(String text) {
      this.text = text;
    }
  }

  /** Which part of a list is shown. */
  static final class Paging implements Serializable {
    private final int page;
    private int size = 24;
    private long total = 1_387;
    private boolean ascending = true;

    Paging(int page) {
      this.page = page;
    }
  }

  /** What is shown to a customer on the next page. */
  static final class Message implements Serializable {

    /** How it is shown. */
    enum Severity {
      INFO,
      WARNING
    }

    private final Severity severity;
    private String key = "cart.added";
    private List<Object> arguments = new ArrayList<>(List.of(2, "chair"));
    private Instant time = Instant.ofEpochMilli(NOW + 77_000);

    Message(Severity severity) {
      this.severity = severity;
    }
  }

  /** What a customer has agreed to. */
  static final class Consent implements Serializable {
    private boolean statistics = true;
    private boolean marketing;
    private Instant given = Instant.ofEpochMilli(NOW);
    private final int version;

    Consent(int version) {
      this.version = version;
    }
  }
}
