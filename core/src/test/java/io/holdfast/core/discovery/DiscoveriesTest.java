package io.holdfast.core.discovery;

import static io.holdfast.core.discovery.TestDiscovery.nodes;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.holdfast.core.config.DiscoverySettings;
import io.holdfast.core.config.NodeAddress;
import io.holdfast.core.storage.ManualTimer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Discoveries that applications of one Tomcat share. */
final class DiscoveriesTest {

  private static final DiscoverySettings SETTINGS = TestDiscovery.settings("cache", 11_211);

  private final ManualTimer timer = new ManualTimer();
  private final List<String> threads = new ArrayList<>();
  private final Discoveries discoveries =
      new Discoveries(
          timer,
          name -> {
            threads.add(name);
            return new ManualTimer();
          });
  private int asked;

  private Discoveries.Use use(DiscoverySettings settings, String access) {
    return discoveries.use(
        settings,
        access,
        () -> {
          asked++;
          return nodes("ab");
        });
  }

  @Test
  void useWhenTwoAskForTheSameThenOneDiscoveryAsksForBoth() {
    List<List<NodeAddress>> first = new ArrayList<>();
    List<List<NodeAddress>> second = new ArrayList<>();
    use(SETTINGS, "p").follow(first::add);
    use(SETTINGS, "p").follow(second::add);

    timer.advance(SETTINGS.interval());

    assertEquals(2, asked);
    assertEquals(List.of(nodes("ab")), first);
    assertEquals(first, second);
    assertEquals(1, threads.size());
  }

  @Test
  void useWhenTheWayToAskDiffersThenEachHasItsOwn() {
    var unused = List.of(use(SETTINGS, "p"), use(SETTINGS, "q"));

    assertEquals(2, threads.size());
  }

  @Test
  void closeWhenAnotherStillUsesItThenItGoesOnForThatOne() {
    List<List<NodeAddress>> first = new ArrayList<>();
    List<List<NodeAddress>> second = new ArrayList<>();
    Discoveries.Use leaving = use(SETTINGS, "p");
    leaving.follow(first::add);
    use(SETTINGS, "p").follow(second::add);

    leaving.close();
    leaving.close();
    timer.advance(SETTINGS.interval());

    assertEquals(0, first.size());
    assertEquals(1, second.size());
  }

  @Test
  void closeWhenItIsTheLastThenNothingIsAskedAnyMore() {
    use(SETTINGS, "p").close();

    timer.advance(SETTINGS.interval().multipliedBy(3));

    assertEquals(1, asked);
  }

  @Test
  void useWhenTheFormerOneHasEndedThenANewOneBegins() {
    use(SETTINGS, "p").close();
    Discoveries.Use second = use(SETTINGS, "p");

    assertEquals(2, asked);
    assertEquals(nodes("ab"), second.found(Duration.ZERO));
  }
}
