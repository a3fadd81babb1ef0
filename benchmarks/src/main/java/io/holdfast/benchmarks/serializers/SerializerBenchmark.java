package io.holdfast.benchmarks.serializers;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/** Writes and reads one session, again and again. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@SuppressWarnings("NullAway.Init") // filled by JMH
public class SerializerBenchmark {

  /** Who is measured. */
  @Param public Contender contender;

  /** On what. */
  @Param public Workload workload;

  private Codec codec;
  private Object graph;
  private byte[] bytes;

  /** Makes the session and its bytes. */
  @Setup
  public void prepare() throws Exception {
    codec = contender.codec();
    graph = workload.attributes();
    bytes = codec.write(graph);
  }

  /** Objects to bytes. */
  @Benchmark
  public byte[] write(ProcessorTime time) throws Exception {
    time.operation();
    return codec.write(graph);
  }

  /** Bytes to objects. */
  @Benchmark
  public Object read(ProcessorTime time) throws Exception {
    time.operation();
    return codec.read(bytes);
  }
}
