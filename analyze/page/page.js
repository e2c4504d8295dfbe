'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const byId = id => document.getElementById(id);
  const pieces = byId('pieces'), slider = byId('slider'), last = data.frames.length - 1;
  const steps = [...document.querySelectorAll('#steps button')];
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const pause = 900; // ms between steps that are played
  let at = -1, timer = 0;

  function make(name) {
    const use = document.createElementNS('http://www.w3.org/2000/svg', 'use');
    use.setAttribute('href', '#piece-' + name);
    use.dataset.piece = name;
    return use;
  }

  // Lays the pieces of a frame. With glide, a piece that lies elsewhere now moves there; it comes to lie on top.
  function lay(frame, glide) {
    const present = new Map(), spare = new Map();
    for (const use of pieces.children) present.set(use.dataset.piece + '@' + use.dataset.at, use);
    const wanted = frame.pieces ? frame.pieces.split(' ') : [];
    const kept = new Set(wanted.filter(item => glide && present.has(item)));
    for (const [item, use] of present) {
      if (kept.has(item)) continue;
      const name = use.dataset.piece;
      spare.set(name, [...spare.get(name) || [], use]);
      use.remove();
    }
    for (const item of wanted) {
      if (kept.has(item)) continue;
      const [name, place] = item.split('@'), [x, y] = data.places[place];
      const old = glide && spare.get(name)?.pop(), use = old || make(name);
      const from = old && old.getAttribute('transform');
      use.dataset.at = place;
      use.setAttribute('transform', `translate(${x} ${y})`);
      pieces.append(use);
      if (from && !still.matches && use.animate) {
        const [fx, fy] = from.match(/-?\d+/g);
        use.animate([{ transform: `translate(${fx}px, ${fy}px)` }, { transform: `translate(${x}px, ${y}px)` }],
          { duration: 220, easing: 'ease-out' });
      }
    }
  }

  // Draws the arrow of a move that could be made.
  function point(move, button) {
    byId('trail').setAttribute('d', move.trail);
    for (const other of document.querySelectorAll('#moves [aria-pressed]')) other.removeAttribute('aria-pressed');
    button.setAttribute('aria-pressed', 'true');
  }

  function listMoves(moves) {
    byId('moves').hidden = !moves;
    byId('moves').classList.toggle('unvalued', !moves?.some(m => m.value));
    const rows = (moves || []).map(m => {
      const row = document.createElement('tr');
      row.className = m.best ? 'best' : '';
      const button = document.createElement('button'), name = document.createElement('b'), words = document.createElement('span');
      name.textContent = m.best ? m.move + ' ★' : m.move;
      words.textContent = m.words;
      button.type = 'button';
      button.append(name, ' ', words);
      button.addEventListener('click', () => point(m, button));
      row.insertCell().append(button);
      const value = row.insertCell();
      value.className = 'worth';
      value.textContent = m.value;
      return row;
    });
    document.querySelector('#moves tbody').replaceChildren(...rows);
  }

  // Brings a step into view within its list, and leaves the page where it is.
  function reveal(button) {
    const list = byId('steps'), item = button.parentElement, top = item.offsetTop;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + item.offsetHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + item.offsetHeight - list.clientHeight;
  }

  function tell(frame) {
    const place = `${data.step} ${at} of ${last}`;
    const words = at === 0 ? 'The start' : frame.words + (frame.mistake ? ` — ${frame.mistake}` : '');
    byId('step').textContent = `${place}: ${words}.`;
    byId('value').textContent = frame.value && data.worth ? `${data.worth}: ${frame.value}` : frame.value || '';
    slider.value = at;
    slider.setAttribute('aria-valuetext', `${at} of ${last}`);
    steps.forEach((button, i) => i === at ? button.setAttribute('aria-current', 'step') : button.removeAttribute('aria-current'));
    reveal(steps[at]);
    for (const id of ['start', 'back']) byId(id).setAttribute('aria-disabled', at === 0); // and stay in focus
    for (const id of ['forward', 'end']) byId(id).setAttribute('aria-disabled', at === last);
  }

  function show(i) {
    i = Math.max(0, Math.min(last, i));
    if (i === at) return;
    const frame = data.frames[i];
    lay(frame, Math.abs(i - at) === 1);
    at = i;
    byId('trail').setAttribute('d', frame.trail || '');
    byId('captions').textContent = (frame.captions || []).join(' · ');
    byId('text').textContent = frame.text;
    byId('board').setAttribute('aria-label', last ? `Board, ${data.step.toLowerCase()} ${at} of ${last}` : 'Board');
    listMoves(frame.moves);
    if (last) tell(frame);
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    byId('play').setAttribute('aria-label', 'Play');
    byId('play').classList.remove('playing');
  }

  function play() {
    if (timer) return stop();
    if (at === last) show(0);
    byId('play').setAttribute('aria-label', 'Pause');
    byId('play').classList.add('playing');
    timer = setInterval(() => {
      show(at + 1);
      if (at === last) stop();
    }, pause);
  }

  // Goes to a frame by hand.
  function go(i) {
    if (timer) stop();
    show(i);
  }

  show(data.first);
  if (!last) return;
  byId('start').addEventListener('click', () => go(0));
  byId('back').addEventListener('click', () => go(at - 1));
  byId('forward').addEventListener('click', () => go(at + 1));
  byId('end').addEventListener('click', () => go(last));
  byId('play').addEventListener('click', play);
  slider.addEventListener('input', () => go(Number(slider.value)));
  steps.forEach((button, i) => button.addEventListener('click', () => go(i)));
  document.addEventListener('keydown', event => {
    const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last }[event.key];
    if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    go(to);
  });
})();
