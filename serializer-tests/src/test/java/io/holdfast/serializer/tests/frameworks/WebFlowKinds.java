package io.holdfast.serializer.tests.frameworks;

import io.holdfast.core.transcoder.kit.Kind;
import java.io.Serializable;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.springframework.webflow.context.ExternalContext;
import org.springframework.webflow.context.ExternalContextHolder;
import org.springframework.webflow.conversation.impl.SessionBindingConversationManager;
import org.springframework.webflow.definition.registry.FlowDefinitionRegistryImpl;
import org.springframework.webflow.engine.Flow;
import org.springframework.webflow.engine.ViewState;
import org.springframework.webflow.engine.impl.FlowExecutionImplFactory;
import org.springframework.webflow.execution.Event;
import org.springframework.webflow.execution.FlowExecution;
import org.springframework.webflow.execution.View;
import org.springframework.webflow.execution.repository.impl.DefaultFlowExecutionRepository;
import org.springframework.webflow.execution.repository.snapshot.SerializedFlowExecutionSnapshotFactory;
import org.springframework.webflow.test.MockExternalContext;

/** Conversations of Spring Web Flow, after its own engine has stopped at a page and gone on. */
final class WebFlowKinds {

  private static final String KEY = "webflowConversationContainer";

  private WebFlowKinds() {}

  static List<Kind> all() {
    return List.of(
        new Kind("Web Flow conversation", WebFlowKinds::conversation, (a, b) -> goesOn(b)));
  }

  /** A flow that was at its page, with an item in the scope of the conversation. */
  private static Object conversation() {
    Engine engine = new Engine();
    MockExternalContext request = new MockExternalContext();
    return engine.at(
        request,
        () -> {
          FlowExecution execution = engine.factory.createFlowExecution(engine.flow);
          execution.start(null, request);
          execution.getConversationScope().put("item", "tea");
          engine.repository.putFlowExecution(execution);
          return Objects.requireNonNull(request.getSessionMap().get(KEY));
        });
  }

  /** Whether the engine of another server finds the flow at its page. */
  private static boolean goesOn(Object conversation) {
    Engine engine = new Engine();
    MockExternalContext request = new MockExternalContext();
    request.getSessionMap().put(KEY, conversation);
    return engine.at(
        request,
        () -> {
          FlowExecution execution =
              engine.repository.getFlowExecution(engine.repository.parseFlowExecutionKey("e1s1"));
          return execution.getActiveSession().getState().getId().equals("page")
              && "tea".equals(execution.getConversationScope().get("item"));
        });
  }

  /** Web Flow, as one server has it. */
  private static final class Engine {

    final FlowExecutionImplFactory factory = new FlowExecutionImplFactory();
    final Flow flow = new Flow("order");
    final DefaultFlowExecutionRepository repository;

    Engine() {
      FlowDefinitionRegistryImpl flows = new FlowDefinitionRegistryImpl();
      flow.setStartState(new ViewState(flow, "page", context -> new Page()));
      flows.registerFlowDefinition(flow);
      repository =
          new DefaultFlowExecutionRepository(
              new SessionBindingConversationManager(),
              new SerializedFlowExecutionSnapshotFactory(factory, flows));
      factory.setExecutionKeyFactory(repository);
    }

    <T> T at(ExternalContext request, Supplier<T> work) {
      ExternalContextHolder.setExternalContext(request);
      try {
        return work.get();
      } finally {
        ExternalContextHolder.setExternalContext(null);
      }
    }
  }

  /** A page that waits for its user. */
  private static final class Page implements View {

    @Override
    public void render() {}

    @Override
    public boolean userEventQueued() {
      return false;
    }

    @Override
    public void processUserEvent() {}

    @Override
    public Serializable getUserEventState() {
      return "";
    }

    @Override
    public boolean hasFlowEvent() {
      return false;
    }

    @Override
    public Event getFlowEvent() {
      return new Event(this, "none");
    }

    @Override
    public void saveState() {}
  }
}
