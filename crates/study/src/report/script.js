// The page is complete without this. It sorts tables, shows hints at once, switches between light and dark, and unpacks files before they are saved.
(() => {
  "use strict";
  const root = document.documentElement;

  const tools = document.querySelector(".tools");
  if (tools) {
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const button = document.createElement("button");
    const isDark = () => (root.dataset.theme ? root.dataset.theme === "dark" : dark.matches);
    const name = () => { button.textContent = isDark() ? "Light" : "Dark"; };
    button.type = "button";
    button.addEventListener("click", () => { root.dataset.theme = isDark() ? "light" : "dark"; name(); });
    dark.addEventListener("change", name);
    name();
    tools.append(button);
  }

  const number = (text) => {
    const found = /^[^\d\-−+]*([\-−+]?[\d,]*\.?\d+)/.exec(text.trim());
    return found ? Number(found[1].replace(/,/g, "").replace("−", "-")) : NaN;
  };
  for (const table of document.querySelectorAll("table")) {
    const body = table.tBodies[0];
    if (!table.tHead || !body || body.rows.length < 3) continue;
    for (const [column, heading] of [...table.tHead.rows[0].cells].entries()) {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...heading.childNodes);
      heading.append(button);
      button.addEventListener("click", () => {
        const up = heading.getAttribute("aria-sort") !== "ascending";
        for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
        heading.setAttribute("aria-sort", up ? "ascending" : "descending");
        const cell = (row) => row.cells[column].textContent;
        const numbers = heading.classList.contains("n");
        const order = (one, other) => {
          if (!numbers) return cell(one).localeCompare(cell(other), "en", { numeric: true });
          const [a, b] = [number(cell(one)), number(cell(other))];
          return Number.isNaN(a) ? (Number.isNaN(b) ? 0 : -1) : Number.isNaN(b) ? 1 : a - b;
        };
        body.append(...[...body.rows].sort((one, other) => (up ? 1 : -1) * order(one, other)));
      });
    }
  }

  // Hints of the browser come late: the same text beside the pointer.
  const tip = document.createElement("div");
  tip.id = "tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true");
  document.body.append(tip);
  for (const title of document.querySelectorAll("svg.chart title")) {
    const mark = title.parentNode;
    mark.dataset.tip = title.textContent;
    title.remove();
  }
  document.addEventListener("pointermove", (event) => {
    const mark = event.target.closest ? event.target.closest("[data-tip]") : null;
    tip.hidden = !mark;
    if (!mark) return;
    tip.textContent = mark.dataset.tip;
    const left = Math.min(event.clientX + 12, innerWidth - tip.offsetWidth - 8);
    tip.style.left = `${Math.max(8, left)}px`;
    tip.style.top = `${Math.max(8, event.clientY - tip.offsetHeight - 12)}px`;
  });

  // Folds open before the page is printed, and close again after; but long ones only if the reader opened them.
  const closed = [];
  addEventListener("beforeprint", () => {
    for (const fold of document.querySelectorAll("details:not([open], .long)")) { fold.open = true; closed.push(fold); }
  });
  addEventListener("afterprint", () => { for (const fold of closed.splice(0)) fold.open = false; });

  if (window.DecompressionStream) {
    for (const link of document.querySelectorAll("a[download$='.gz']")) {
      link.addEventListener("click", async (event) => {
        if (!link.href.startsWith("data:")) return;
        event.preventDefault();
        const packed = Uint8Array.from(atob(link.href.split(",")[1]), (letter) => letter.charCodeAt(0));
        const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
        const text = await new Response(stream).blob();
        const address = URL.createObjectURL(new Blob([text], { type: link.download.endsWith(".csv.gz") ? "text/csv" : "application/json" }));
        const plain = document.createElement("a");
        plain.href = address;
        plain.download = link.download.slice(0, -3);
        plain.click();
        setTimeout(() => URL.revokeObjectURL(address), 1000);
      });
    }
  }

})();
