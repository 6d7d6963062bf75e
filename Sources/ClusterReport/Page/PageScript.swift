/// What moves on a page: the slider over the steps, and the button that copies a command.
///
/// A step's state is folded from the changes that stand in the page as JSON; a step back begins
/// from the first again, which costs a few milliseconds in the longest runs.
enum PageScript {
  static let text: StaticString = """
    (() => {
    'use strict';
    const byID = id => document.getElementById(id);
    const button = byID('copy');
    if (button) button.addEventListener('click', () => {
      const code = byID('rerun');
      const said = ok => { button.textContent = ok ? 'copied' : 'press Ctrl+C'; };
      const range = document.createRange();
      range.selectNodeContents(code);
      const selection = getSelection();
      selection.removeAllRanges();
      selection.addRange(range);
      if (navigator.clipboard) navigator.clipboard.writeText(code.textContent)
        .then(() => said(true), () => said(document.execCommand('copy')));
      else said(document.execCommand('copy'));
    });
    /* What is folded on a screen stands open on paper. */
    const paper = matchMedia('print'), folded = document.querySelectorAll('details');
    const unfold = () => {
      for (const box of folded) {
        if (paper.matches) { box.dataset.was = box.open ? '1' : ''; box.open = true; }
        else if ('was' in box.dataset) box.open = box.dataset.was === '1';
      }
    };
    paper.addEventListener('change', unfold);
    unfold();
    for (const chunk of document.querySelectorAll('.chunk')) {
      let height = 0;
      for (const svg of chunk.children) height = Math.max(height, +svg.getAttribute('height') || 0);
      chunk.style.containIntrinsicSize = 'auto ' + height + 'px';
    }
    const source = byID('data'), slider = byID('slider');
    if (!source || !slider) { document.documentElement.dataset.ready = '1'; return; }
    const data = JSON.parse(source.textContent);
    const state = byID('state'), now = byID('now'), box = byID('lanes'), player = byID('player');
    const runs = data.runs.map(run => ({...run, at: 0, held: run.nodes.map(() => new Map())}));
    const slots = data.slots;
    const last = slots ? slots.length : runs[0].steps.length;
    const stepOf = (run, slot) => slots ? slots[slot - 1][run] : slot;

    /* Brings a run to a step; gives what changed there, by node and key, with what it was. */
    const bring = (run, step) => {
      if (step < run.at) { run.at = 0; for (const map of run.held) map.clear(); }
      let changed = new Map();
      while (run.at < step) {
        changed = new Map();
        const list = run.steps[run.at++];
        for (let i = 0; i < list.length; i += 3) {
          const [node, key, value] = [list[i], list[i + 1], list[i + 2]];
          const map = run.held[node];
          changed.set(node + ' ' + key, map.has(key) ? map.get(key) : -1);
          if (value < 0) map.delete(key); else map.set(key, value);
        }
      }
      return changed;
    };
    const make = (name, text, className) => {
      const element = document.createElement(name);
      if (text !== undefined) element.textContent = text;
      if (className) element.className = className;
      return element;
    };
    /* What it means that a line about a process is there no longer. */
    const gone = new Map([['app', 'running again'], ['killed', 'before this start'],
      ['renewal', 'none noted'], ['link', 'up again'], ['phone', 'unlocked'],
      ['outbox', 'empty'], ['signed in', 'nobody']]);
    const line = (run, key, value, isChanged, was) => {
      const p = make('p', undefined, isChanged ? 'new' : '');
      p.append((isChanged ? '● ' : '') + run.keys[key] + ': '
        + (value < 0 ? gone.get(run.keys[key]) || 'nothing' : run.values[value]));
      const past = run.keys[key] === 'killed' ? ', ' : ' (was ', end = past === ', ' ? '' : ')';
      if (isChanged) p.append(make('span', was < 0 ? ' (new)' : past + run.values[was] + end,
        'was'));
      return p;
    };
    const card = (run, number, node, changed) => {
      const section = make('section');
      const title = runs.length > 1 ? run.name + ': ' + run.nodes[node] : run.nodes[node];
      section.append(make('h3', title));
      const held = run.held[node];
      const keys = new Set(held.keys());
      for (const name of changed.keys()) {
        const [owner, key] = name.split(' ');
        if (+owner === node) { keys.add(+key); section.className = 'hit'; }
      }
      for (const key of [...keys].sort((a, b) => a - b)) {
        const name = node + ' ' + key, isChanged = changed.has(name);
        section.append(line(run, key, held.has(key) ? held.get(key) : -1, isChanged,
          changed.get(name)));
      }
      if (!keys.size) section.append(make('p', 'nothing', 'was'));
      return section;
    };
    const rowOf = (run, step) => byID(runs[run].prefix + 'step-' + step);
    const groundOf = (run, step) => byID(runs[run].prefix + 'h-' + step);
    let marked = [], slot = 0;

    const show = (to, scrolls) => {
      slot = Math.min(Math.max(1, to), last);
      for (const ground of marked) ground.classList.remove('on');
      marked = [];
      const cards = document.createDocumentFragment(), told = [];
      let row = null;
      runs.forEach((run, number) => {
        const step = stepOf(number, slot);
        if (step > 0) {
          const ground = groundOf(number, step);
          if (ground) { ground.classList.add('on'); marked.push(ground); }
          row = row || rowOf(number, step);
        }
        const reached = step > 0 ? step : lastBefore(number, slot);
        const changed = bring(run, reached);
        const title = step > 0 ? story(rowOf(number, step)) : 'nothing at this place';
        told.push(runs.length > 1 ? run.name + ': ' + title : title);
        run.nodes.forEach((name, node) =>
          cards.append(card(run, number, node, step > 0 ? changed : new Map())));
      });
      state.replaceChildren(cards);
      now.textContent = told.join(' — ');
      slider.value = slot;
      slider.setAttribute('aria-valuetext', told.join('; '));
      byID('place').textContent = slot + ' of ' + last;
      if (scrolls && row) reveal(row);
    };
    /* A row in words: when, then its message or its marks. */
    const story = row => {
      const parts = [row.querySelector('title').textContent];
      const arrow = row.querySelector('[data-arrow]');
      if (arrow) parts.push(arrow.querySelector('title').textContent
        + ' [' + arrow.dataset.arrow + ']');
      else for (const words of row.querySelectorAll('.m,.rs,.rw')) parts.push(words.firstChild
        ? words.firstChild.textContent : '');
      return parts.filter(part => part).join('; ');
    };
    const lastBefore = (number, slot) => {
      for (let i = slot; i > 0; i--) if (slots[i - 1][number] > 0) return slots[i - 1][number];
      return 0;
    };
    const reveal = row => {
      const place = row.getBoundingClientRect();
      const bottom = Math.min(innerHeight, player.getBoundingClientRect().top) - 12;
      if (place.top < 12 || place.bottom > bottom)
        scrollBy(0, place.top - (bottom - place.height) / 2);
      const words = row.querySelector('.b,.m,.rf,.rs,.rw');
      if (!words || !words.textContent) return;
      const from = words.getBoundingClientRect(), frame = box.getBoundingClientRect();
      if (from.left < frame.left || from.right > frame.right)
        box.scrollLeft += from.left - frame.left - 20;
    };
    slider.max = last;
    slider.addEventListener('input', () => show(+slider.value, true));
    document.addEventListener('keydown', event => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
      if (event.target.closest && event.target.closest('input,textarea,#lanes,#state')) return;
      const to = {ArrowLeft: slot - 1, ArrowRight: slot + 1, Home: 1, End: last}[event.key];
      if (to === undefined) return;
      event.preventDefault();
      show(to, true);
    });
    box.addEventListener('click', event => {
      const hit = event.target.closest('[data-step],.h');
      if (!hit) return;
      const id = hit.id.split('-'), step = +id[id.length - 1];
      const number = runs.findIndex(run => hit.id === run.prefix + 'step-' + step
        || hit.id === run.prefix + 'h-' + step);
      if (number < 0) return;
      show(slotOf(number, step), false);
      slider.focus({preventScroll: true});
    });
    const slotOf = (number, step) =>
      slots ? slots.findIndex(pair => pair[number] === step) + 1 : step;
    const follow = () => {
      const id = location.hash.slice(1);
      const number = runs.findIndex(run => id.startsWith(run.prefix + 'step-')
        && rowOf(runs.indexOf(run), id.slice(run.prefix.length + 5)));
      if (number < 0) return false;
      show(slotOf(number, +id.slice(runs[number].prefix.length + 5)), true);
      return true;
    };
    document.addEventListener('click', event => {
      const link = event.target.closest('a[href^="#"]');
      if (link && link.getAttribute('href') === location.hash) follow();
    });
    addEventListener('hashchange', follow);
    if (!follow()) show(data.begin || last, false);
    byID('player').hidden = false;
    document.documentElement.dataset.ready = '1';
    })();
    """
}
