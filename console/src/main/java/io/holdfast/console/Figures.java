package io.holdfast.console;

import java.util.ArrayList;
import java.util.List;

/** A row of numbers, each with what it counts; those that should be zero and are not stand out. */
final class Figures {

  private record Figure(String label, String value, boolean isBad) {}

  private final Bean bean;
  private final List<Figure> figures = new ArrayList<>();

  Figures(Bean bean) {
    this.bean = bean;
  }

  /** A number that is neither good nor bad. */
  Figures count(String label, String attribute) {
    return shown(label, Shown.count(bean.number(attribute)));
  }

  /** A number that is zero when all is well. */
  Figures zero(String label, String attribute) {
    figures.add(
        new Figure(
            label, Shown.count(bean.number(attribute)), bean.number(attribute).orElse(0) > 0));
    return this;
  }

  /** A time in microseconds. */
  Figures micros(String label, String attribute) {
    return shown(label, Shown.micros(bean.number(attribute)));
  }

  /** Something else. */
  Figures shown(String label, String value) {
    figures.add(new Figure(label, value, false));
    return this;
  }

  void write(Html html) {
    html.open("dl", "class", "figures");
    for (Figure figure : figures) {
      html.open("div", "class", figure.isBad ? "bad" : "plain")
          .element("dt", figure.label)
          .element("dd", figure.value)
          .close();
    }
    html.close();
  }
}
