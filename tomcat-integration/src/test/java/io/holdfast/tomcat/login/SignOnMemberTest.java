package io.holdfast.tomcat.login;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignOnMemberTest {

  private final SignOnMember member = new SignOnMember("localhost", "/shop##2", "ABC.t1");

  @Test
  void parseWhenItIsAMembersKeyThenTheMemberIsBack() {
    assertEquals(member, SignOnMember.parse(member.key(), "ABC.t1"));
  }

  @Test
  void keyWhenTheSessionMovedThenIsTheSame() {
    assertEquals(member.key(), new SignOnMember("localhost", "/shop##2", "ABC.t2").key());
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "localhost", "localhost\n/shop", "a\nb\nc\nd"})
  void parseWhenTheKeyIsAnotherThenThereIsNoMember(String key) {
    assertNull(SignOnMember.parse(key, "ABC"));
  }

  @Test
  void parseWhenTheIdIsNoneThenThereIsNoMember() {
    assertNull(SignOnMember.parse(member.key(), null));
    assertNull(SignOnMember.parse(member.key(), 7));
    assertNull(SignOnMember.parse(member.key(), "not an id"));
  }
}
