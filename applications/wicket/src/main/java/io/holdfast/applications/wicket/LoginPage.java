package io.holdfast.applications.wicket;

import org.apache.wicket.markup.html.WebPage;
import org.apache.wicket.markup.html.form.Form;
import org.apache.wicket.markup.html.form.TextField;
import org.apache.wicket.markup.html.panel.FeedbackPanel;
import org.apache.wicket.model.Model;

/** Asks for a name. */
public final class LoginPage extends WebPage {

  private final Model<String> name = Model.of("");

  /** Made by Wicket. */
  public LoginPage() {
    Form<Void> form =
        new Form<>("login") {
          @Override
          protected void onSubmit() {
            ShopSession.current().login(name.getObject());
            getSession().success("Welcome, " + name.getObject());
            setResponsePage(new OrderPage());
          }
        };
    add(new FeedbackPanel("feedback"));
    add(form.add(new TextField<>("name", name).setRequired(true)));
  }
}
