"use strict";
// Pages answer while one types. Without this script a button does the same.
(() => {
  const form = document.querySelector("form[data-live]");
  if (!form) return;
  let waiting = 0;
  let running = null;

  // What the form says, without what is empty; an empty list of laws stays the plan.
  function query() {
    const said = new URLSearchParams();
    const rows = ["path", "value", "from", "to"];
    const drafts = form.querySelector("[data-change]") !== null;
    for (const [name, value] of new FormData(form)) {
      // Changes come in rows of four; where the form only carries them along, all four stay.
      const ofRow = rows.includes(name);
      if (ofRow ? !drafts : value !== "") said.append(name, value);
    }
    for (const row of form.querySelectorAll("[data-change]")) {
      const cells = rows.map((name) => row.querySelector(`[name="${name}"]`).value);
      if (cells[0].trim() !== "") rows.forEach((name, at) => said.append(name, cells[at]));
    }
    return said;
  }

  function names(page) {
    const found = page.querySelectorAll("#bench [data-field], #bench [data-change], #facts [type=hidden]");
    return [...found].map((item) => item.dataset.field || item.name || "change").join(" ");
  }

  // Puts a part of the new page in the place of the old one, what has the focus staying in it.
  function replace(page, selector) {
    const now = document.querySelector(selector);
    const next = page.querySelector(selector);
    if (!now || !next) return;
    const active = document.activeElement;
    const inside = now.contains(active) && active.id ? active : null;
    const open = [...now.querySelectorAll("details")].map((item) => item.open);
    const place = now.scrollTop;
    const from = inside && inside.selectionStart;
    next.querySelectorAll("details").forEach((item, at) => { item.open = item.open || open[at]; });
    now.replaceWith(document.importNode(next, true));
    document.querySelector(selector).scrollTop = place;
    const again = inside && document.getElementById(inside.id);
    if (again) {
      again.focus({ preventScroll: true });
      if (from !== null && again.setSelectionRange && again.type === "text") {
        again.value = inside.value;
        again.setSelectionRange(from, from);
      }
    }
  }

  function show(page) {
    replace(page, "#results");
    if (names(page) !== names(document)) {
      replace(page, "#facts");
      replace(page, "#draft");
    }
    for (const item of page.querySelectorAll("#bench .error[id], #bench .now[id]")) {
      const now = document.getElementById(item.id);
      if (now && now.innerHTML !== item.innerHTML) now.replaceChildren(...item.cloneNode(true).childNodes);
    }
    for (const item of page.querySelectorAll("#bench [id]:is(input, select, textarea)")) {
      const now = document.getElementById(item.id);
      if (!now) continue;
      if (item.hasAttribute("aria-invalid")) now.setAttribute("aria-invalid", "true");
      else now.removeAttribute("aria-invalid");
    }
    for (const link of page.querySelectorAll("[data-carries]")) {
      const now = [...document.querySelectorAll("[data-carries]")]
        .find((item) => item.pathname === new URL(link.getAttribute("href"), location).pathname
          && item.textContent === link.textContent);
      if (now) now.href = link.getAttribute("href");
    }
  }

  // Where the focus goes when a participant came or went: to that one, or to the last.
  function goTo(button) {
    const people = document.querySelectorAll("fieldset[id^=participant-]");
    const at = button.name === "remove" ? Math.min(Number(button.value), people.length) : people.length;
    const place = people[at - 1] || document.getElementById("participant");
    if (!place) return;
    // It is higher than a phone: its beginning is what one wants to see.
    place.focus({ preventScroll: true });
    place.scrollIntoView({ block: "start" });
  }

  // What the form says is asked for twice where the clauses behind it take longer than the amounts.
  async function ask(button) {
    const said = query();
    if (button) said.append(button.name, button.value);
    const address = `${form.getAttribute("action")}?${said}`;
    const rounds = form.dataset.live === "twice" && !button ? ["&why=later", ""] : [""];
    if (running) running.abort();
    running = new AbortController();
    const { signal } = running;
    try {
      for (const more of rounds) {
        const answer = await fetch(address + more, { signal });
        const text = await answer.text();
        if (signal.aborted) return;
        show(new DOMParser().parseFromString(text, "text/html"));
        if (more) continue;
        const shown = new URL(answer.redirected ? answer.url : address, location);
        history.replaceState(null, "", shown);
        for (const link of document.querySelectorAll("[data-language]")) {
          shown.searchParams.set("lang", link.hreflang);
          link.href = shown.pathname + shown.search;
        }
        if (button) goTo(button);
        const status = document.getElementById("status");
        if (status) status.textContent = status.dataset.done;
        document.documentElement.dataset.shown = String(Math.round(performance.now()));
      }
    } catch (error) {
      if (error.name !== "AbortError") form.removeAttribute("data-live");
    }
  }

  // A figure that was found by words is put where the words were typed.
  form.addEventListener("click", (event) => {
    const link = event.target.closest("[data-path]");
    if (!link || !form.hasAttribute("data-live") || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const row = link.closest("[data-change]");
    row.querySelector("[name=path]").value = link.dataset.path;
    row.querySelector("[name=value]").focus();
    clearTimeout(waiting);
    ask();
  });
  form.addEventListener("input", () => {
    if (!form.hasAttribute("data-live")) return;
    clearTimeout(waiting);
    waiting = setTimeout(ask, 40);
  });
  form.addEventListener("submit", (event) => {
    if (!form.hasAttribute("data-live")) return;
    event.preventDefault();
    clearTimeout(waiting);
    ask(event.submitter && event.submitter.name ? event.submitter : null);
  });
})();
