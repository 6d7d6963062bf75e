import Foundation

/// What a PNG shows, as a browser decodes it.
package struct Picture: Decodable, Sendable {
  package let width: Int
  package let height: Int
  /// Different colours in it, at most a thousand being counted.
  package let colours: Int
  /// How many of a thousand pixels have the most frequent colour.
  package let emptiness: Int
  /// The brightness of that colour, from 0 to 255.
  package let ground: Int

  package init(_ png: Data, in browser: Browser) throws {
    let page = try browser.newPage()
    defer { page.close() }
    self = try page.evaluate(
      """
      (async () => {
        const image = new Image();
        image.src = "data:image/png;base64,\(png.base64EncodedString())";
        await image.decode();
        const canvas = document.createElement("canvas");
        [canvas.width, canvas.height] = [image.width, image.height];
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        const bytes = context.getImageData(0, 0, image.width, image.height).data;
        const counts = new Map();
        for (let i = 0; i < bytes.length; i += 4) {
          const colour = bytes[i] << 16 | bytes[i + 1] << 8 | bytes[i + 2];
          if (counts.has(colour) || counts.size < 1000) {
            counts.set(colour, (counts.get(colour) || 0) + 1);
          }
        }
        const [colour, most] = [...counts].reduce((a, b) => b[1] > a[1] ? b : a);
        return {
          width: image.width, height: image.height, colours: counts.size,
          emptiness: Math.round(most * 1000 / (image.width * image.height)),
          ground: Math.round(((colour >> 16) * 299 + (colour >> 8 & 255) * 587
            + (colour & 255) * 114) / 1000),
        };
      })()
      """)
  }
}
