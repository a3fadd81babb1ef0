package io.holdfast.serializer.xstream;

import com.thoughtworks.xstream.core.ClassLoaderReference;
import com.thoughtworks.xstream.mapper.DefaultMapper;
import com.thoughtworks.xstream.mapper.MapperWrapper;
import io.holdfast.core.transcoder.ClassFilter;

/** Class names as they are, each resolved through the filter. */
final class FilteredMapper extends MapperWrapper {

  private final ClassFilter filter;

  FilteredMapper(ClassFilter filter) {
    super(new DefaultMapper(new ClassLoaderReference(filter.loader())));
    this.filter = filter;
  }

  @Override
  @SuppressWarnings("rawtypes")
  public String serializedClass(Class type) {
    return ClassNames.shorten(type.getName());
  }

  @Override
  @SuppressWarnings("rawtypes")
  public Class realClass(String name) {
    return filter.resolve(ClassNames.expand(name));
  }
}
