package io.holdfast.benchmarks.tickets;

import io.holdfast.benchmarks.Spread;
import io.holdfast.benchmarks.tickets.server.TicketForm;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;

/** What was measured, by round. */
final class Figures {

  private final Map<TicketForm, List<Turn>> rounds = new EnumMap<>(TicketForm.class);
  private final Map<TicketForm, Sizes> sizes = new EnumMap<>(TicketForm.class);

  void add(TicketForm form, Turn turn) {
    rounds.computeIfAbsent(form, ignored -> new ArrayList<>()).add(turn);
  }

  void add(TicketForm form, Sizes ofForm) {
    sizes.put(form, ofForm);
  }

  Sizes sizes(TicketForm form) {
    return Objects.requireNonNull(sizes.get(form));
  }

  /** One step of all rounds together. */
  Timing timing(TicketForm form, Step step) {
    return turns(form).stream().map(turn -> turn.timing(step)).reduce(Timing.NONE, Timing::plus);
  }

  /** One figure over the rounds. */
  Spread of(TicketForm form, ToDoubleFunction<Turn> figure) {
    return Spread.of(turns(form).stream().mapToDouble(figure).boxed().toList());
  }

  /** The same divided by that of the library's own serialization in the same round. */
  Spread ratio(TicketForm form, ToDoubleFunction<Turn> figure) {
    List<Turn> own = turns(form);
    List<Turn> reference = turns(TicketForm.SPYMEMCACHED);
    return Spread.of(
        IntStream.range(0, Math.min(own.size(), reference.size()))
            .mapToObj(
                round ->
                    figure.applyAsDouble(own.get(round))
                        / figure.applyAsDouble(reference.get(round)))
            .toList());
  }

  private List<Turn> turns(TicketForm form) {
    return rounds.getOrDefault(form, List.of());
  }
}
