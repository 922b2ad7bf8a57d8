"use strict";
// Pages answer while one types. Without this script a button does the same.
(() => {
  const ROWS = ["path", "value", "from", "to"];
  // What stands in these is wrong where it is empty, and said to be.
  const NEVER_EMPTY = ["month", "year"];
  const live = () => document.querySelector("form[data-live]");
  const place = () => location.pathname + location.search;
  let shown = place();
  let waiting = 0;
  let running = null;
  let edited = "";
  let isNewStep = false;

  // What the form says, without what is empty; no law at all stays no law.
  function query(form) {
    const said = new URLSearchParams();
    const drafts = form.querySelector("[data-change]") !== null;
    for (const [name, value] of new FormData(form)) {
      // Changes come in rows of four; where the form only carries them along, all four stay.
      const isSaid = value !== "" || NEVER_EMPTY.includes(name);
      if (ROWS.includes(name) ? !drafts : isSaid) said.append(name, value);
    }
    for (const row of form.querySelectorAll("[data-change]")) {
      const cells = ROWS.map((name) => row.querySelector(`[name="${name}"]`).value);
      if (cells.some((cell) => cell.trim() !== "")) {
        ROWS.forEach((name, at) => said.append(name, cells[at]));
      }
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
    const named = "details[data-name]";
    const open = new Map([...now.querySelectorAll(named)].map((item) => [item.dataset.name, item.open]));
    const height = now.scrollTop;
    const chosen = inside && [inside.selectionStart, inside.selectionEnd, inside.selectionDirection];
    next.querySelectorAll(named).forEach((item) => {
      item.open = item.open || open.get(item.dataset.name) === true;
    });
    now.replaceWith(document.importNode(next, true));
    document.querySelector(selector).scrollTop = height;
    const again = inside && document.getElementById(inside.id);
    if (again) {
      again.focus({ preventScroll: true });
      if (again.setSelectionRange && ["text", "textarea"].includes(again.type)) {
        if (selector !== "body") again.value = inside.value;
        again.setSelectionRange(...chosen);
      }
    }
  }

  function show(page) {
    replace(page, "#results");
    replace(page, "#notes");
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

  // Says above the page why it doesn't answer.
  function tell(text) {
    const notice = document.createElement("p");
    notice.className = "notice";
    notice.textContent = text;
    document.getElementById("notes").replaceChildren(notice);
  }

  // Who follows somebody that was removed moves up, and what stands open there with them.
  function moveUp(gone) {
    for (const item of document.querySelectorAll("details[data-name^=participant-]")) {
      const number = Number(item.dataset.name.split("-")[1]);
      item.dataset.name = number === gone ? "" : `participant-${number > gone ? number - 1 : number}`;
    }
  }

  // Where the focus goes when a participant came or went: to that one, or to the last.
  function goTo(button) {
    const people = document.querySelectorAll("fieldset[id^=participant-]");
    const at = button.name === "remove" ? Math.min(Number(button.value), people.length) : people.length;
    const found = people[at - 1] || document.getElementById("participant");
    if (!found) return;
    // It is higher than a phone: its beginning is what one wants to see.
    found.focus({ preventScroll: true });
    found.scrollIntoView({ block: "start" });
  }

  // A step that the browser's back button undoes: what was typed into one field, a choice, a button.
  function note(address) {
    shown = address.pathname + address.search;
    if (shown !== place()) history[isNewStep ? "pushState" : "replaceState"](null, "", address);
    isNewStep = false;
    for (const link of document.querySelectorAll("[data-language]")) {
      address.searchParams.set("lang", link.hreflang);
      link.href = address.pathname + address.search;
    }
  }

  function stop() {
    clearTimeout(waiting);
    waiting = 0;
    if (running) running.abort();
    running = new AbortController();
    return running.signal;
  }

  async function pageAt(address, signal) {
    const answer = await fetch(address, { signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    return [answer, page];
  }

  // What the form says is asked for twice where the clauses behind it take longer than the amounts.
  async function ask(button) {
    const form = live();
    const said = query(form);
    if (button) said.append(button.name, button.value);
    const address = `${form.getAttribute("action")}?${said}`;
    const rounds = form.dataset.live === "twice" && !button ? ["&why=later", ""] : [""];
    const signal = stop();
    const { most, tooLong } = document.getElementById("notes").dataset;
    if (address.length > Number(most)) {
      tell(tooLong);
      return;
    }
    // A button's address is the one that it leads to.
    if (!button) note(new URL(address, location));
    try {
      for (const more of rounds) {
        const [answer, page] = await pageAt(address + more, signal);
        if (signal.aborted) return;
        if (!page.getElementById("results")) {
          const why = page.querySelector("main .error");
          tell(why ? why.textContent : answer.statusText);
          return;
        }
        if (button && button.name === "remove") moveUp(Number(button.value));
        show(page);
        if (more) continue;
        if (button) {
          note(new URL(answer.url));
          goTo(button);
        }
        const status = document.getElementById("status");
        if (status) status.textContent = status.dataset.done;
        document.documentElement.dataset.shown = String(Math.round(performance.now()));
      }
    } catch (error) {
      if (error.name !== "AbortError") form.removeAttribute("data-live");
    }
  }

  // Back and forward: the page of that step in the place of this one.
  addEventListener("popstate", async () => {
    if (place() === shown) return;
    shown = place();
    edited = "";
    const signal = stop();
    try {
      const [, page] = await pageAt(location.href, signal);
      if (!signal.aborted) replace(page, "body");
    } catch (error) {
      if (error.name !== "AbortError") location.reload();
    }
  });

  document.addEventListener("click", (event) => {
    // What was typed goes along to the law, though not each field's link says so beforehand.
    const rule = event.target.closest("#facts a[href*='/law/rules/']");
    if (rule) rule.search = document.querySelector("nav [data-carries]").search;
    // A figure that was found by words is put where the words were typed.
    const link = event.target.closest("form[data-live] [data-path]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const row = link.closest("[data-change]");
    row.querySelector("[name=path]").value = link.dataset.path;
    row.querySelector("[name=value]").focus();
    edited = "";
    isNewStep = true;
    ask();
  });
  document.addEventListener("input", (event) => {
    if (!event.target.closest("form[data-live]")) return;
    const field = event.target.id || `${event.target.name}=${event.target.value}`;
    if (field !== edited) isNewStep = true;
    edited = field;
    clearTimeout(waiting);
    waiting = setTimeout(ask, 40);
  });
  document.addEventListener("change", () => {
    edited = "";
    // Whoever goes on to another field has done with this one: it is a step of its own.
    if (waiting) ask();
  });
  document.addEventListener("submit", (event) => {
    if (!event.target.closest("form[data-live]")) return;
    event.preventDefault();
    const button = event.submitter && event.submitter.name ? event.submitter : null;
    if (button) isNewStep = true;
    ask(button);
  });
})();
