package io.holdfast.serializer.tests;

import io.holdfast.core.session.Bytes;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Hands encodings from one virtual machine to another. */
final class EncodingsFile {

  private EncodingsFile() {}

  static void write(Path file, List<Encoding> encodings) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeInt(encodings.size());
      for (Encoding encoding : encodings) {
        out.writeUTF(encoding.serializer());
        out.writeUTF(encoding.kind());
        out.writeBoolean(encoding.isRefused());
        if (encoding.isRefused()) {
          out.writeUTF(String.valueOf(encoding.refusal()));
        } else {
          byte[] bytes = encoding.accepted().toByteArray();
          out.writeInt(bytes.length);
          out.write(bytes);
        }
      }
    }
  }

  static List<Encoding> read(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      int count = in.readInt();
      List<Encoding> encodings = new ArrayList<>(count);
      for (int i = 0; i < count; i++) {
        String serializer = in.readUTF();
        String kind = in.readUTF();
        encodings.add(
            in.readBoolean()
                ? new Encoding(serializer, kind, null, in.readUTF())
                : new Encoding(serializer, kind, Bytes.wrap(in.readNBytes(in.readInt())), null));
      }
      return encodings;
    }
  }
}
