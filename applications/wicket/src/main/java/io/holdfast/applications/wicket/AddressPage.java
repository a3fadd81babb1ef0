package io.holdfast.applications.wicket;

import org.apache.wicket.markup.html.WebPage;
import org.apache.wicket.markup.html.basic.Label;
import org.apache.wicket.markup.html.form.Form;
import org.apache.wicket.markup.html.form.TextField;
import org.apache.wicket.model.LambdaModel;

/** The second step: asks for the address, and shows the whole order once it has one. */
public final class AddressPage extends WebPage {

  private final Form<Void> form = new Form<>("address");

  /** Made by the first step. */
  AddressPage(Order order) {
    add(new Label("user", () -> ShopSession.current().user()));
    add(new Label("order", () -> String.join(", ", order.items()) + " to " + order.street()));
    form.add(
        new TextField<>("street", LambdaModel.of(order::street, order::sendTo)).setRequired(true));
    add(form);
  }
}
