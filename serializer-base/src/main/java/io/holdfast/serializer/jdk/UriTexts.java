package io.holdfast.serializer.jdk;

import io.holdfast.core.transcoder.TranscoderException;
import io.holdfast.core.transcoder.TranscoderException.Reason;
import java.net.URI;
import java.net.URISyntaxException;

/**
 * The text of a URI, which is all that any serializer writes of it. A relative one that was not
 * made of a text, but by {@link URI#relativize}, may have a text that says something else: the path
 * {@code re:port} reads like a scheme.
 */
public final class UriTexts {

  private UriTexts() {}

  /**
   * Returns the text of a URI.
   *
   * @throws TranscoderException with reason {@link Reason#UNWRITABLE} if the text does not give the
   *     URI again
   */
  public static String of(URI uri) {
    String text = uri.toString();
    if (uri.getScheme() == null && !isOf(text, uri)) {
      throw new TranscoderException(
          Reason.UNWRITABLE, "class java.net.URI whose text does not give it again");
    }
    return text;
  }

  private static boolean isOf(String text, URI uri) {
    try {
      return new URI(text).equals(uri);
    } catch (URISyntaxException e) {
      return false;
    }
  }
}
