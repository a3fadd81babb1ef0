package io.holdfast.demo.browser;

import java.awt.Graphics2D;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageTypeSpecifier;
import javax.imageio.ImageWriter;
import javax.imageio.metadata.IIOMetadata;
import javax.imageio.metadata.IIOMetadataNode;
import javax.imageio.stream.ImageOutputStream;
import org.jspecify.annotations.Nullable;
import org.w3c.dom.Node;

/** An animated GIF that begins again at its end. Each frame has only what is not as before. */
final class MovingPicture implements AutoCloseable {

  /**
   * Format of the metadata: javax/imageio/metadata/doc-files/gif_metadata.html of the JDK's API.
   */
  private static final String METADATA = "javax_imageio_gif_image_1.0";

  private static final byte[] FOR_EVER = {1, 0, 0};

  private final ImageWriter writer = ImageIO.getImageWritersByFormatName("gif").next();
  private final ImageOutputStream out;
  private final int width;
  private final int height;
  private @Nullable BufferedImage before;

  /**
   * Begins an empty file.
   *
   * @param width in pixels, to which frames are made smaller
   * @param height of the frames then; what is below is cut off
   */
  MovingPicture(Path file, int width, int height) throws IOException {
    this.width = width;
    this.height = height;
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file);
    this.out = ImageIO.createImageOutputStream(file.toFile());
    writer.setOutput(out);
    writer.prepareWriteSequence(null);
  }

  /** Adds what is seen for so many hundredths of a second. */
  void add(BufferedImage seen, int hundredths) throws IOException {
    BufferedImage frame = smaller(seen);
    Rectangle changed = before == null ? frame.getRaster().getBounds() : changed(before, frame);
    BufferedImage part = frame.getSubimage(changed.x, changed.y, changed.width, changed.height);
    IIOMetadata metadata =
        writer.getDefaultImageMetadata(new ImageTypeSpecifier(part), writer.getDefaultWriteParam());
    IIOMetadataNode root = (IIOMetadataNode) metadata.getAsTree(METADATA);
    IIOMetadataNode place = child(root, "ImageDescriptor");
    place.setAttribute("imageLeftPosition", Integer.toString(changed.x));
    place.setAttribute("imageTopPosition", Integer.toString(changed.y));
    IIOMetadataNode control = child(root, "GraphicControlExtension");
    control.setAttribute("disposalMethod", "doNotDispose");
    control.setAttribute("userInputFlag", "FALSE");
    control.setAttribute("transparentColorFlag", "FALSE");
    control.setAttribute("transparentColorIndex", "0");
    control.setAttribute("delayTime", Integer.toString(hundredths));
    if (before == null) {
      IIOMetadataNode loop = new IIOMetadataNode("ApplicationExtension");
      loop.setAttribute("applicationID", "NETSCAPE");
      loop.setAttribute("authenticationCode", "2.0");
      loop.setUserObject(FOR_EVER);
      child(root, "ApplicationExtensions").appendChild(loop);
    }
    metadata.setFromTree(METADATA, root);
    writer.writeToSequence(new IIOImage(part, null, metadata), null);
    before = frame;
  }

  private BufferedImage smaller(BufferedImage seen) {
    BufferedImage frame = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = frame.createGraphics();
    graphics.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    graphics.drawImage(seen, 0, 0, width, width * seen.getHeight() / seen.getWidth(), null);
    graphics.dispose();
    return frame;
  }

  private static Rectangle changed(BufferedImage before, BufferedImage after) {
    Rectangle changed = new Rectangle(0, 0, 1, 1);
    boolean isFirst = true;
    for (int y = 0; y < after.getHeight(); y++) {
      for (int x = 0; x < after.getWidth(); x++) {
        if (before.getRGB(x, y) != after.getRGB(x, y)) {
          Rectangle pixel = new Rectangle(x, y, 1, 1);
          changed = isFirst ? pixel : changed.union(pixel);
          isFirst = false;
        }
      }
    }
    return changed;
  }

  private static IIOMetadataNode child(IIOMetadataNode root, String name) {
    for (Node each = root.getFirstChild(); each != null; each = each.getNextSibling()) {
      if (each.getNodeName().equals(name)) {
        return (IIOMetadataNode) each;
      }
    }
    IIOMetadataNode child = new IIOMetadataNode(name);
    root.appendChild(child);
    return child;
  }

  @Override
  public void close() throws IOException {
    writer.endWriteSequence();
    writer.dispose();
    out.close();
  }
}
