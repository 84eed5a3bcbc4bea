// Looks at the page as it is laid out and writes what is wrong with it into an element `verdict`.
(async () => {
  const found = [];
  let rules = [];
  const fault = (what) => found.push("fault: " + what);
  const numbers = (colour) => colour.match(/[\d.]+/g).map(Number);
  const luminance = ([r, g, b]) => {
    const [R, G, B] = [r, g, b].map((v) => {
      const c = v / 255;
      return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const contrast = (a, b) => {
    const [x, y] = [luminance(numbers(a)), luminance(numbers(b))];
    return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
  };
  const shown = (e) => e.getClientRects().length > 0;
  const solid = (c) => c.startsWith("rgb") && (numbers(c)[3] ?? 1) === 1;
  const behind = (e) => {
    for (let at = e; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (solid(colour)) return colour;
    }
    return "rgb(255, 255, 255)";
  };
  const inside = (point, box) =>
    point.x > box.left && point.x < box.right && point.y > box.top && point.y < box.bottom;

  // Text of the page on its background.
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0;
  for (let node; (node = walker.nextNode()); ) {
    const e = node.parentElement;
    if (!node.data.trim() || !shown(e) || e.closest("svg, script, style")) continue;
    texts += 1;
    const ratio = contrast(getComputedStyle(e).color, behind(e));
    if (ratio < 4.5) fault(`"${node.data.trim()}" has a contrast of ${ratio.toFixed(2)}`);
  }
  if (texts < 30) fault(`only ${texts} texts`);

  // Text of the pictures: on the topmost bar below it, inside the picture, and apart from other text.
  const pictures = [...document.querySelectorAll("svg")].filter(shown);
  if (pictures.length !== document.querySelectorAll("figure").length) fault(`${pictures.length} pictures are shown`);
  for (const picture of pictures) {
    const frame = picture.getBoundingClientRect();
    const rects = [...picture.querySelectorAll("rect")];
    const labels = [...picture.querySelectorAll("text")].map((e) => ({ e, box: e.getBoundingClientRect() }));
    for (const { e, box } of labels) {
      const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
      const under = rects.filter((r) => inside(middle, r.getBoundingClientRect()));
      const fills = under.map((r) => getComputedStyle(r).fill).filter(solid);
      const halo = e.classList.contains("sf-halo");
      const ground = halo ? getComputedStyle(e).stroke : (fills.at(-1) ?? behind(picture));
      const ratio = contrast(getComputedStyle(e).fill, ground);
      if (ratio < 4.5) fault(`"${e.textContent}" in the picture has a contrast of ${ratio.toFixed(2)}`);
      if (box.left < frame.left - 0.5 || box.right > frame.right + 0.5 || box.bottom > frame.bottom + 0.5)
        fault(`"${e.textContent}" is cut off`);
    }
    // Text on a bar is all on it and in its row, or it is beside it. The first is the paper.
    const bars = rects.filter((r) => !r.classList.contains("sf-paper") || r.closest("g"));
    for (const { e, box } of labels) {
      for (const bar of bars) {
        const area = bar.getBoundingClientRect();
        const across = Math.min(box.right, area.right) - Math.max(box.left, area.left);
        const down = Math.min(box.bottom, area.bottom) - Math.max(box.top, area.top);
        if (across <= 1 || down <= 4) continue;
        const within = box.left >= area.left - 1 && box.right <= area.right + 1;
        if (!within || bar.closest("g") !== e.closest("g")) fault(`"${e.textContent}" lies over the edge of a bar`);
      }
    }
    labels.forEach((a, i) =>
      labels.slice(i + 1).forEach((b) => {
        const across = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const down = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        if (across > 1 && down > 4) fault(`"${a.e.textContent}" is set over "${b.e.textContent}"`);
      }),
    );
  }

  if (document.documentElement.scrollWidth > innerWidth)
    fault(`the page is ${document.documentElement.scrollWidth} wide in a window of ${innerWidth}`);
  if (window.axe) {
    const { violations, passes } = await axe.run(document);
    for (const { id, help, nodes } of violations) fault(`${id}: ${help}: ${nodes[0].html}`);
    rules = [`axe passed ${passes.length} rules`];
  }
  const scheme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  const verdict = document.createElement("pre");
  verdict.id = "verdict";
  verdict.textContent = [`scheme ${scheme}`, ...rules, ...found].join("\n");
  document.body.append(verdict);
})();
