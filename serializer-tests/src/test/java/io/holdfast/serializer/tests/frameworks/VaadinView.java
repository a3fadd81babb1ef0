package io.holdfast.serializer.tests.frameworks;

import com.vaadin.flow.component.html.Div;
import com.vaadin.flow.component.html.NativeButton;
import com.vaadin.flow.component.html.Span;
import com.vaadin.flow.router.Route;
import java.io.Serial;

/** A view with a button and the number of clicks on it. */
@Route("")
public class VaadinView extends Div {

  @Serial private static final long serialVersionUID = 1;

  private final NativeButton button = new NativeButton("more");
  private final Span shown = new Span("0");
  private int clicks;

  /** The user has not clicked yet. */
  public VaadinView() {
    button.addClickListener(click -> shown.setText(String.valueOf(++clicks)));
    add(button, shown);
  }
}
