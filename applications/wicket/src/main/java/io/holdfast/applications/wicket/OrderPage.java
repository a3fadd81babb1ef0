package io.holdfast.applications.wicket;

import org.apache.wicket.markup.html.WebPage;
import org.apache.wicket.markup.html.basic.Label;
import org.apache.wicket.markup.html.form.Form;
import org.apache.wicket.markup.html.form.TextField;
import org.apache.wicket.markup.html.link.Link;
import org.apache.wicket.markup.html.panel.FeedbackPanel;
import org.apache.wicket.model.Model;

/** Fills the order, which is nowhere but in this page. */
public final class OrderPage extends WebPage {

  private final Order order = new Order();
  private final Model<String> item = Model.of("");

  /** Made by the login. */
  public OrderPage() {
    Form<Void> form =
        new Form<>("add") {
          @Override
          protected void onSubmit() {
            order.add(item.getObject());
            item.setObject("");
          }
        };
    add(new FeedbackPanel("feedback"));
    add(new Label("user", () -> ShopSession.current().user()));
    add(new Label("items", () -> String.join(", ", order.items())));
    add(form.add(new TextField<>("item", item).setRequired(true)));
    add(next());
  }

  private Link<Void> next() {
    return new Link<>("next") {
      @Override
      public void onClick() {
        setResponsePage(new AddressPage(order));
      }
    };
  }
}
