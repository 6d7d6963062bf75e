/// What tests measure in a page, in the page's own language.
enum PageMeasures {
  /// A text, and how much its colour stands out from what is behind it (WCAG 2.1, 1.4.3).
  struct Contrast: Decodable {
    let text: String
    let ratio: Double
    let colours: String
  }

  /// Each text that has a style of its own, once. What is behind it is the nearest ground of its
  /// ancestors; texts of a drawing have a rim in a ground's colour, or stand on a band.
  static let contrasts = """
    (() => {
      const numbers = colour => (colour.match(/[\\d.]+/g) || []).map(Number);
      const light = part => {
        const share = part / 255;
        return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      };
      const bright = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
      const ground = element => {
        for (let at = element; at; at = at.parentElement) {
          const colour = numbers(getComputedStyle(at).backgroundColor);
          if (colour.length === 3 || colour[3] === 1) return colour.slice(0, 3);
        }
        return [255, 255, 255];
      };
      const found = new Map();
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      while (walker.nextNode()) {
        const text = walker.currentNode.data.trim(), element = walker.currentNode.parentElement;
        if (!text || element.closest('script,style,title,[hidden],defs')) continue;
        const style = getComputedStyle(element);
        const isDrawn = element instanceof SVGElement;
        const colour = numbers(isDrawn ? style.fill : style.color);
        let behind = ground(element);
        if (isDrawn && style.stroke !== 'none') behind = numbers(style.stroke);
        else if (isDrawn) {
          const box = element.getBBox();
          const band = [...element.ownerSVGElement.querySelectorAll('rect')].filter(rect => {
            const other = rect.getBBox();
            return other.x <= box.x + 1 && other.x + other.width >= box.x + box.width - 1
              && other.y <= box.y + 3 && other.y + other.height >= box.y + box.height - 3
              && numbers(getComputedStyle(rect).fill).length === 3;
          }).pop();
          if (band) behind = numbers(getComputedStyle(band).fill);
        }
        const [a, b] = [bright(colour), bright(behind)].sort((x, y) => y - x);
        // What has no colour at all cannot be seen.
        const ratio = Math.round((a + 0.05) / (b + 0.05) * 100) / 100 || 0;
        const key = colour + ' on ' + behind + ' ' + element.className + isDrawn;
        if (!found.has(key)) found.set(key, {text: text.slice(0, 40), ratio, colours: key});
      }
      return [...found.values()];
    })()
    """

  /// Pairs of texts of one drawing whose boxes overlap by more than a letter's edge.
  static let overlaps = """
    (() => {
      const pairs = [];
      for (const svg of document.querySelectorAll('.chunk svg')) {
        const texts = [...svg.querySelectorAll('text')].map(element => {
          const {x, y, width, height} = element.getBBox();
          return {element, x, y, width, height};
        }).filter(box => box.width > 0).sort((a, b) => a.y - b.y);
        texts.forEach((one, index) => {
          for (const other of texts.slice(index + 1)) {
            if (other.y > one.y + one.height) break;
            const across = Math.min(one.x + one.width, other.x + other.width)
              - Math.max(one.x, other.x);
            const down = Math.min(one.y + one.height, other.y + other.height)
              - Math.max(one.y, other.y);
            if (across > 3 && down > 6)
              pairs.push(one.element.textContent + ' | ' + other.element.textContent);
          }
        });
      }
      return pairs;
    })()
    """

  /// A part of the drawing that is printed in one piece.
  struct Chunk: Decodable {
    let width: Double
    let height: Double
    let avoidsBreak: Bool
    let arrows: Int
    /// Arrows that leave it.
    let sticking: [String]
  }

  static let chunks = """
    [...document.querySelectorAll('.chunk')].map(chunk => {
      const box = chunk.getBoundingClientRect();
      const arrows = [...chunk.querySelectorAll('[data-arrow]')];
      return {
        width: box.width, height: box.height,
        avoidsBreak: getComputedStyle(chunk).breakInside === 'avoid',
        arrows: arrows.length,
        sticking: arrows.filter(arrow => {
          const own = arrow.getBoundingClientRect();
          return own.top < box.top - 1 || own.bottom > box.bottom + 1
            || own.left < box.left - 1 || own.right > box.right + 1;
        }).map(arrow => arrow.dataset.arrow),
      };
    })
    """
}
