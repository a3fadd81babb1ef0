package io.holdfast.applications.faces;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.application.FacesMessage;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Named;

/** What the button of the login does. */
@Named
@RequestScoped
public class Login {

  /** Leads to the first step of an order, with a message that is seen there. */
  public String login() {
    FacesContext context = FacesContext.getCurrentInstance();
    context.getExternalContext().getFlash().setKeepMessages(true);
    context.addMessage(null, new FacesMessage("Welcome"));
    return "order?faces-redirect=true";
  }
}
