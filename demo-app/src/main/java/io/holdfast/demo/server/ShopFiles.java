package io.holdfast.demo.server;

import io.holdfast.demo.shop.Cart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/** Writes the shop as an unpacked web application. */
final class ShopFiles {

  private static final List<String> CLASSES = List.of("Cart", "CartLine", "Catalogue");

  private ShopFiles() {}

  static void write(Path webapp) throws IOException {
    copy("/io/holdfast/demo/shop/cart.jsp", webapp.resolve("cart.jsp"));
    Path classes = webapp.resolve("WEB-INF/classes");
    String folder = Cart.class.getPackageName().replace('.', '/');
    for (String name : CLASSES) {
      String file = folder + "/" + name + ".class";
      copy("/" + file, classes.resolve(file));
    }
  }

  private static void copy(String resource, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    try (InputStream content = ShopFiles.class.getResourceAsStream(resource)) {
      Files.copy(Objects.requireNonNull(content, resource), to);
    }
  }
}
