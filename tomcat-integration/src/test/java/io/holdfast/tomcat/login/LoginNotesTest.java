package io.holdfast.tomcat.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.catalina.authenticator.Constants;
import org.apache.catalina.authenticator.SavedRequest;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LoginNotesTest {

  private final LoginNotes begun =
      LoginNotes.NONE
          .with(Constants.SESSION_ID_NOTE, "id.t1")
          .with(Constants.FORM_REQUEST_NOTE, request());

  private static SavedRequest request() {
    SavedRequest request = new SavedRequest();
    request.setMethod("GET");
    request.setRequestURI("/shop");
    request.setDecodedRequestURI("/shop");
    return request;
  }

  private static Map<String, Object> restored(@Nullable Object stored) {
    Map<String, Object> notes = new HashMap<>();
    LoginNotes.restore(stored, notes::put);
    return notes;
  }

  @Test
  void restoreWhenALoginHadBegunThenItsNotesAreBack() {
    Map<String, Object> notes = restored(begun.storable());

    assertEquals("id.t1", notes.get(Constants.SESSION_ID_NOTE));
    Object request = notes.get(Constants.FORM_REQUEST_NOTE);
    assertEquals("/shop", assertInstanceOf(SavedRequest.class, request).getRequestURI());
  }

  @Test
  void withWhenItIsAnotherNoteThenNothingChanges() {
    assertSame(begun, begun.with("org.example.NOTE", "text"));
  }

  @Test
  void withWhenUserAndPasswordAreNotedThenTheyAreNotStored() {
    LoginNotes notes =
        LoginNotes.NONE
            .with(Constants.SESS_USERNAME_NOTE, "ann")
            .with(Constants.SESS_PASSWORD_NOTE, "secret");

    assertNull(notes.storable());
  }

  @Test
  void restoreWhenTheSessionBelongedToASignOnThenThatIsBack() {
    LoginNotes notes = begun.with(LoginNotes.SIGN_ON, "sso");

    assertEquals("sso", restored(notes.storable()).get(LoginNotes.SIGN_ON));
    assertSame(notes, notes.with(LoginNotes.SIGN_ON, "sso"));
  }

  @Test
  void withWhenTheNotesAreRemovedThenNothingIsStored() {
    LoginNotes notes =
        begun.with(Constants.SESSION_ID_NOTE, null).with(Constants.FORM_REQUEST_NOTE, null);

    assertNull(notes.storable());
  }

  @Test
  void withWhenTheIdIsTheSameThenNothingChanges() {
    assertSame(begun, begun.with(Constants.SESSION_ID_NOTE, "id.t1"));
  }

  @Test
  void withWhenAnotherRequestIsSavedThenAnotherObjectIsStored() {
    Object before = begun.storable();

    assertNotSame(before, begun.with(Constants.FORM_REQUEST_NOTE, request()).storable());
    assertSame(before, begun.storable());
  }

  @Test
  void restoreWhenItIsSomethingElseThenThereAreNoNotes() {
    assertEquals(Map.of(), restored(null));
    assertEquals(Map.of(), restored(List.of("id.t1")));
    assertEquals(Map.of(), restored(Map.of("expectedId", 7, "request", "GET")));
  }
}
