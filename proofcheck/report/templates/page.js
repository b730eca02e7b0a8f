(() => {
  "use strict";
  const byId = (id) => document.getElementById(id);
  const statements = [...document.querySelectorAll(".statement")];
  const search = byId("search"), verdict = byId("verdict"), kind = byId("kind");

  function show() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const one of statements) {
      const data = one.dataset;
      one.hidden = !((!verdict.value || data.verdict === verdict.value) && (!kind.value || data.kind === kind.value)
        && words.every((word) => data.text.includes(word)));
      count += one.hidden ? 0 : 1;
    }
    for (const group of document.querySelectorAll(".group")) {
      group.hidden = !group.querySelector(".statement:not([hidden])");
    }
    byId("count").textContent = `${count} shown`;
    byId("none").hidden = count > 0;
  }

  function open(id, focus) {
    const one = byId(`d-${id}`);
    if (!one) return false;
    if (one.hidden) {
      search.value = verdict.value = kind.value = "";
      show();
    }
    one.open = true;
    one.scrollIntoView({ block: "start" });
    if (focus) one.querySelector("summary").focus({ preventScroll: true });
    return true;
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href^='#s-']");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    const id = decodeURIComponent(link.getAttribute("href").slice(3));
    if (!open(id, true)) return;
    event.preventDefault();
    if (location.hash !== `#s-${id}`) history.pushState(null, "", `#s-${id}`);
  });
  const follow = () => location.hash.startsWith("#s-") && open(decodeURIComponent(location.hash.slice(3)), false);
  window.addEventListener("hashchange", follow);
  window.addEventListener("popstate", follow);

  for (const link of document.querySelectorAll("[data-filter]")) {
    link.addEventListener("click", () => { verdict.value = link.dataset.filter; kind.value = search.value = ""; show(); });
  }
  search.addEventListener("input", show);
  verdict.addEventListener("change", show);
  kind.addEventListener("change", show);
  byId("tools").addEventListener("submit", (event) => event.preventDefault());
  byId("open-all").addEventListener("click", () => statements.forEach((one) => { one.open = one.open || !one.hidden; }));
  byId("close-all").addEventListener("click", () => statements.forEach((one) => { one.open = false; }));

  for (const radio of document.querySelectorAll("input[name='graph']")) {
    radio.addEventListener("change", () => {
      byId("graph-small").hidden = radio.value !== "small";
      byId("graph-full").hidden = radio.value !== "full";
    });
  }
  for (const graph of document.querySelectorAll(".graph")) {
    const near = (event, on) => {
      const node = event.target.closest(".node");
      if (!node) return;
      const id = CSS.escape(node.dataset.id);
      for (const edge of graph.querySelectorAll(`[data-from="${id}"], [data-to="${id}"]`)) edge.classList.toggle("near", on);
    };
    for (const [type, on] of [["focusin", true], ["focusout", false], ["mouseover", true], ["mouseout", false]]) {
      graph.addEventListener(type, (event) => near(event, on));
    }
  }

  // What is wider than its place can be scrolled with the keyboard as well.
  const fit = (place) => {
    for (const one of place.querySelectorAll(".formula, .domain, dd, .inner li, table")) {
      if (one.scrollWidth > one.clientWidth + 1) one.tabIndex = 0; else one.removeAttribute("tabindex");
    }
  };
  document.addEventListener("toggle", (event) => { if (event.target.open) fit(event.target); }, true);
  const fitAll = () => {
    for (const place of document.querySelectorAll("#results, #constants, #laws, details[open]")) fit(place);
  };
  window.addEventListener("resize", fitAll);

  const theme = byId("theme"), root = document.documentElement;
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const dark = () => (root.dataset.theme || (system.matches ? "dark" : "light")) === "dark";
  const label = () => { theme.textContent = dark() ? "Light" : "Dark"; theme.setAttribute("aria-label", `Switch to ${dark() ? "light" : "dark"} colours`); };
  const keep = (value) => { try { localStorage.setItem("proofcheck-theme", value); } catch { /* a page from a file may have no store */ } };
  try { const kept = localStorage.getItem("proofcheck-theme"); if (kept) root.dataset.theme = kept; } catch { /* as above */ }
  theme.addEventListener("click", () => { root.dataset.theme = dark() ? "light" : "dark"; keep(root.dataset.theme); label(); });
  system.addEventListener("change", label);

  for (const id of ["theme", "graph-choice", "tools"]) byId(id).hidden = false;
  label();
  follow();
  fitAll();
})();
