package io.holdfast.testkit.memcached;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * One line of the protocol.
 *
 * @param name the first word
 * @param arguments the words after it, without {@code noreply}
 * @param quiet whether the client sent {@code noreply}
 */
record Command(String name, List<String> arguments, boolean quiet) {

  Command {
    arguments = List.copyOf(arguments);
  }

  static Command parse(String line) {
    List<String> words = new ArrayList<>(Arrays.asList(line.trim().split(" +", -1)));
    String name = words.remove(0);
    boolean quiet = !words.isEmpty() && words.get(words.size() - 1).equals("noreply");
    return new Command(name, quiet ? words.subList(0, words.size() - 1) : words, quiet);
  }

  boolean has(int count) {
    return arguments.size() == count;
  }

  String argument(int index) {
    return arguments.get(index);
  }
}
