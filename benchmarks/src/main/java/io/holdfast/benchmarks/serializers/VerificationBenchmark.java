package io.holdfast.benchmarks.serializers;

import io.holdfast.benchmarks.serializers.tickets.Tickets;
import io.holdfast.core.transcoder.ClassFilter;
import io.holdfast.core.transcoder.Transcoder;
import io.holdfast.core.transcoder.TranscoderContext;
import io.holdfast.core.transcoder.TranscoderFactories;
import io.holdfast.serializer.limits.RoundTripChecks;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Writes the tickets with classes that the transcoder meets for the first time, and later. */
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class VerificationBenchmark {

  /** A web application that was just deployed. */
  @State(Scope.Thread)
  @SuppressWarnings("NullAway.Init") // filled by JMH
  public static class Deployed {

    /** Which transcoder. */
    @Param({"java", "kryo", "xstream", "javolution"})
    public String serializer;

    private Transcoder transcoder;
    private Object session;

    /** Deploys it. */
    @Setup(Level.Invocation)
    public void deploy() throws ReflectiveOperationException {
      FreshClasses classes = new FreshClasses();
      session = classes.session();
      transcoder =
          TranscoderFactories.find(serializer, getClass().getClassLoader())
              .create(TranscoderContext.of(ClassFilter.create(classes, type -> true, "")));
    }
  }

  /** A web application that has stored such a session before. */
  public static class Running extends Deployed {

    @Override
    @Setup(Level.Invocation)
    public void deploy() throws ReflectiveOperationException {
      super.deploy();
      byte[] unused = super.transcoder.encode(super.session);
    }
  }

  /** What a graph of ten classes asks when all of them are known. */
  @State(Scope.Thread)
  public static class Known {

    private static final Class<?>[] TEN = {
      String.class, Integer.class, Long.class, Double.class, Short.class,
      Byte.class, Character.class, Float.class, Boolean.class, Object.class
    };

    private final RoundTripChecks proven =
        new RoundTripChecks(ClassFilter.create(Known.class.getClassLoader(), type -> true, ""));

    /** Makes the classes known. */
    @Setup
    public void prove() {
      RoundTripChecks.Trial trial = meetAll();
      trial.finish(this, () -> {}, part -> {});
    }

    private RoundTripChecks.Trial meetAll() {
      RoundTripChecks.Trial trial = proven.trial();
      for (Class<?> type : TEN) {
        trial.meet(type);
      }
      return trial;
    }
  }

  /** Each class for the first time: described, written and read back. */
  @Benchmark
  public byte[] first(Deployed application) {
    return application.transcoder.encode(application.session);
  }

  /** The same session once more. */
  @Benchmark
  public byte[] second(Running application) {
    Deployed deployed = application;
    return deployed.transcoder.encode(deployed.session);
  }

  /** The question alone. */
  @Benchmark
  @BenchmarkMode(Mode.AverageTime)
  public Object check(Known known) {
    return known.meetAll();
  }

  /** Defines the classes of the tickets anew, as a web application does that was just deployed. */
  private static final class FreshClasses extends ClassLoader {

    private static final String PACKAGE = Tickets.class.getPackageName() + ".";

    FreshClasses() {
      super(FreshClasses.class.getClassLoader());
    }

    /** A session with objects of these classes. */
    Object session() throws ReflectiveOperationException {
      return loadClass(Tickets.class.getName()).getMethod("session").invoke(null);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!name.startsWith(PACKAGE)) {
        return super.loadClass(name, resolve);
      }
      Class<?> known = findLoadedClass(name);
      return known == null ? define(name) : known;
    }

    private Class<?> define(String name) throws ClassNotFoundException {
      try (InputStream in = getParent().getResourceAsStream(name.replace('.', '/') + ".class")) {
        if (in == null) {
          throw new ClassNotFoundException(name);
        }
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }
}
