package io.holdfast.console;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.AttributeList;
import javax.management.AttributeNotFoundException;
import javax.management.DynamicMBean;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanException;
import javax.management.MBeanInfo;
import org.jspecify.annotations.Nullable;

/** An MBean with any attributes, and with operations that answer what a test wants. */
final class FakeBean implements DynamicMBean {

  private final Map<String, Object> attributes = new HashMap<>();
  private final Map<String, Object> answers = new HashMap<>();
  private final List<String> calls = new ArrayList<>();

  FakeBean with(String attribute, Object value) {
    attributes.put(attribute, value);
    return this;
  }

  /** An operation answers so, or fails if that is an exception. */
  FakeBean answering(String operation, Object answer) {
    answers.put(operation, answer);
    return this;
  }

  /** What was called, with parameters. */
  List<String> calls() {
    return List.copyOf(calls);
  }

  @Override
  public Object getAttribute(String name) throws AttributeNotFoundException {
    Object value = attributes.get(name);
    if (value == null) {
      throw new AttributeNotFoundException(name);
    }
    return value;
  }

  @Override
  public @Nullable Object invoke(String operation, Object[] parameters, String[] types)
      throws MBeanException {
    calls.add(operation + Arrays.toString(parameters));
    Object answer = answers.get(operation);
    if (answer instanceof Exception failure) {
      throw new MBeanException(failure);
    }
    return answer;
  }

  @Override
  public MBeanInfo getMBeanInfo() {
    MBeanAttributeInfo[] all =
        attributes.keySet().stream()
            .map(name -> new MBeanAttributeInfo(name, "x", "x", true, false, false))
            .toArray(MBeanAttributeInfo[]::new);
    return new MBeanInfo(FakeBean.class.getName(), "x", all, null, null, null);
  }

  @Override
  public void setAttribute(Attribute attribute) throws AttributeNotFoundException {
    throw new AttributeNotFoundException(attribute.getName());
  }

  @Override
  public AttributeList getAttributes(String[] names) {
    return new AttributeList();
  }

  @Override
  public AttributeList setAttributes(AttributeList changed) {
    return new AttributeList();
  }
}
