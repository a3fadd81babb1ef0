package io.holdfast.tomcat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Asks as a web server in front of Tomcat does by AJP 1.3 ("AJP Protocol Reference" of Tomcat's
 * connectors documentation), each time on a connection of its own, and keeps the session's cookie.
 */
final class AjpClient {

  private static final int TO_TOMCAT = 0x1234;
  private static final int FORWARD_REQUEST = 2;
  private static final int GET = 2;
  private static final int HOST = 0xA00B;
  private static final int COOKIE = 0xA009;
  private static final int QUERY = 5;
  private static final int END_OF_ATTRIBUTES = 0xFF;
  private static final int SEND_BODY_CHUNK = 3;
  private static final int SEND_HEADERS = 4;
  private static final int END_RESPONSE = 5;
  private static final int SET_COOKIE = 0xA007;
  private static final int CODED = 0xA0;

  private @Nullable String cookie;

  /** What the first packet with a body has, as soon as it is there. */
  String get(int port, String path, String query) {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.getOutputStream().write(packet(port, path, query));
      return answer(new DataInputStream(socket.getInputStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private byte[] packet(int port, String path, String query) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(body);
    out.writeByte(FORWARD_REQUEST);
    out.writeByte(GET);
    for (String text : new String[] {"HTTP/1.1", path, "127.0.0.1", "localhost", "localhost"}) {
      write(text, out);
    }
    out.writeShort(port);
    out.writeBoolean(false);
    out.writeShort(cookie == null ? 1 : 2);
    out.writeShort(HOST);
    write("localhost", out);
    if (cookie != null) {
      out.writeShort(COOKIE);
      write(cookie, out);
    }
    out.writeByte(QUERY);
    write(query, out);
    out.writeByte(END_OF_ATTRIBUTES);
    ByteArrayOutputStream packet = new ByteArrayOutputStream();
    DataOutputStream head = new DataOutputStream(packet);
    head.writeShort(TO_TOMCAT);
    head.writeShort(body.size());
    body.writeTo(head);
    return packet.toByteArray();
  }

  private static void write(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
    out.writeShort(bytes.length);
    out.write(bytes);
    out.writeByte(0);
  }

  private String answer(DataInputStream in) throws IOException {
    while (true) {
      in.readShort();
      DataInputStream packet =
          new DataInputStream(new ByteArrayInputStream(in.readNBytes(in.readUnsignedShort())));
      switch (packet.readUnsignedByte()) {
        case SEND_HEADERS -> keepCookie(packet);
        case SEND_BODY_CHUNK -> {
          return new String(
              packet.readNBytes(packet.readUnsignedShort()), StandardCharsets.US_ASCII);
        }
        case END_RESPONSE -> {
          return "";
        }
        default -> throw new IOException("a packet of another kind");
      }
    }
  }

  private void keepCookie(DataInputStream headers) throws IOException {
    headers.readShort();
    read(headers.readUnsignedShort(), headers);
    for (int left = headers.readUnsignedShort(); left > 0; left--) {
      int name = headers.readUnsignedShort();
      if (name >> Byte.SIZE != CODED) {
        read(name, headers);
      }
      String value = read(headers.readUnsignedShort(), headers);
      if (name == SET_COOKIE) {
        cookie = value.substring(0, value.indexOf(';'));
      }
    }
  }

  private static String read(int length, DataInputStream in) throws IOException {
    String text = new String(in.readNBytes(length), StandardCharsets.US_ASCII);
    in.readByte();
    return text;
  }
}
