"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("js");

  const systemDark = matchMedia("(prefers-color-scheme: dark)");
  const button = document.getElementById("scheme");
  const isDark = () => (root.dataset.scheme || (systemDark.matches ? "dark" : "light")) === "dark";
  const nameScheme = () => { button.textContent = isDark() ? "Light colours" : "Dark colours"; };
  button.addEventListener("click", () => {
    root.dataset.scheme = isDark() ? "light" : "dark";
    nameScheme();
  });
  systemDark.addEventListener("change", nameScheme);
  nameScheme();
  // What is folded away on the screen is printed.
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(one => { one.open = true; }));

  const data = JSON.parse(document.getElementById("data").textContent);
  const UNITS = 10000;
  const SVG = "http://www.w3.org/2000/svg";
  const view = {axis: data.axes[0].key, zoom: null, at: null, hidden: new Set()};
  const units = part => Math.floor(part * UNITS + 0.5);
  const percent = part => `${Number((units(part) / 100).toPrecision(6))}%`;
  const signed = text => text.replace("-", "\u2212");
  const made = (name, attributes, text = "") => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };

  // The same as in drawing.py.
  const tickStep = (low, high, most = 6) => {
    const least = (high - low) / most, power = Math.floor(Math.log10(least));
    return [1, 2, 5, 10].map(step => step * 10 ** power).find(step => step >= least * (1 - 1e-9));
  };
  const ticks = (low, high) => {
    const step = tickStep(low, high), found = [];
    const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
    for (let n = Math.ceil(low / step - 1e-9); n <= Math.floor(high / step + 1e-9); n++) {
      found.push([(n * step - low) / (high - low), signed((n * step).toFixed(decimals))]);
    }
    return found;
  };
  const pathOf = (xs, ys) => {
    const points = ys.map((y, i) => y === null ? null : `${units(xs[i])} ${units(1 - y)}`).filter(point => point !== null);
    return points.length ? `M${points.join("L")}h0` : "";
  };
  const bandOf = (xs, low, high) => {
    const points = low.map((value, i) => [xs[i], value, high[i]]).filter(([, a, b]) => a !== null && b !== null);
    if (!points.length) return "";
    const there = points.map(([x, , top]) => `${units(x)} ${units(1 - top)}`);
    const back = points.reverse().map(([x, bottom]) => `${units(x)} ${units(1 - bottom)}`);
    return `M${[...there, ...back].join("L")}Z`;
  };
  const nearest = (xs, x) => {
    let best = 0;
    xs.forEach((value, i) => { if (Math.abs(value - x) < Math.abs(xs[best] - x)) best = i; });
    return best;
  };
  const shownRuns = chart => chart.series.map((one, run) => run).filter(run => chart.series[run] && !view.hidden.has(run));
  const wholeRange = () => [0, Math.max(...data.x.filter((_, run) => !view.hidden.has(run)).map(x => x[view.axis].at(-1) || 0)) || 1];

  const charts = [...document.querySelectorAll(".chart")].map(figure => {
    const chart = data.charts[figure.dataset.chart];
    const plot = figure.querySelector(".plot"), svg = plot.querySelector("svg");
    const title = figure.querySelector("h3").textContent;
    const readout = figure.querySelector(".readout");
    const marks = svg.appendChild(made("g", {class: "marks"}));
    let range = null, low = 0, high = 1;

    const draw = () => {
      const runs = shownRuns(chart);
      const end = Math.max(...runs.map(run => data.x[run][view.axis].at(-1)), 0) || 1;
      range = view.zoom || [0, end];
      const values = [];
      for (const run of runs) {
        const {y, low: bottom, high: top} = chart.series[run];
        data.x[run][view.axis].forEach((x, i) => {
          if (!view.zoom || (x >= range[0] && x <= range[1])) values.push(y[i], bottom[i] ?? null, top[i] ?? null);
        });
      }
      const numbers = values.filter(value => value !== null);
      low = Math.min(...numbers);
      high = Math.max(...numbers);
      if (!numbers.length) [low, high] = [0, 1];
      if (low === high) {
        const margin = Math.abs(low) / 10 || 1;
        [low, high] = [low - margin, high + margin];
      }
      const step = tickStep(low, high);
      low = Math.floor(low / step + 1e-9) * step;
      high = Math.ceil(high / step - 1e-9) * step;
      const axes = svg.querySelector(".axes");
      axes.replaceChildren();
      for (const [part, label] of ticks(low, high)) {
        const at = percent(1 - part);
        axes.append(made("line", {class: "grid", x1: "0", x2: "100%", y1: at, y2: at}), made("text", {class: "y", x: "-8", y: at, dy: "0.35em"}, label));
      }
      for (const [part, label] of ticks(...range)) {
        const at = percent(part);
        axes.append(made("line", {class: "tick", x1: at, x2: at, y1: "100%", y2: "100%"}), made("text", {class: "x", x: at, y: "100%", dy: "1.5em"}, label));
      }
      const scaled = list => list.map(value => value === null ? null : (value - low) / (high - low));
      svg.querySelectorAll("[data-run]").forEach(group => {
        const run = Number(group.dataset.run), shown = runs.includes(run), series = chart.series[run];
        const xs = data.x[run][view.axis].map(x => (x - range[0]) / (range[1] - range[0]));
        group.querySelector(".line").setAttribute("d", shown ? pathOf(xs, scaled(series.y)) : "");
        group.querySelector(".band").setAttribute("d", shown ? bandOf(xs, scaled(series.low), scaled(series.high)) : "");
      });
      figure.querySelector(".unit").textContent = data.axes.find(axis => axis.key === view.axis).label;
    };

    const number = value => signed(value.toLocaleString("en", {maximumSignificantDigits: chart.digits}));
    const point = () => {
      marks.replaceChildren();
      const spans = [];
      if (view.at !== null && range && view.at >= range[0] && view.at <= range[1]) {
        const x = percent((view.at - range[0]) / (range[1] - range[0]));
        marks.append(made("line", {class: "cursor", x1: x, x2: x, y1: "0", y2: "100%"}));
        const label = data.axes.find(axis => axis.key === view.axis).label;
        spans.push(`${view.at.toLocaleString("en", {maximumSignificantDigits: 4})} ${label}:`);
        for (const run of shownRuns(chart)) {
          const xs = data.x[run][view.axis], i = nearest(xs, view.at), series = chart.series[run], y = series.y[i];
          if (view.at > xs.at(-1) * 1.001 || y === null) continue;
          const group = svg.querySelector(`[data-run="${run}"]`);
          marks.append(made("circle", {class: `dot ${group.getAttribute("class")}`, r: "4.5", cx: percent((xs[i] - range[0]) / (range[1] - range[0])), cy: percent(1 - (y - low) / (high - low))}));
          const between = series.low.length && series.low[i] !== null ? ` (from ${number(series.low[i])} to ${number(series.high[i])})` : "";
          spans.push(`${data.names.length > 1 ? `${data.names[run]} ` : ""}${number(y)}${between}`);
        }
      }
      readout.replaceChildren(...spans.map(text => Object.assign(document.createElement("span"), {textContent: text})));
      plot.setAttribute("aria-valuetext", spans.join(" ") || "no point chosen");
      plot.setAttribute("aria-valuenow", view.at === null ? "0" : String(Math.round(100 * (view.at - (range || [0])[0]) / (range ? range[1] - range[0] : 1))));
    };

    const xAt = event => {
      const box = plot.getBoundingClientRect(), part = (event.clientX - box.left) / box.width;
      return range[0] + Math.min(1, Math.max(0, part)) * (range[1] - range[0]);
    };
    let from = null;
    plot.addEventListener("pointerdown", event => {
      if (event.pointerType === "touch" || event.button !== 0) return;
      plot.setPointerCapture(event.pointerId);
      from = xAt(event);
    });
    plot.addEventListener("pointermove", event => {
      pointAll(xAt(event));
      if (from === null) return;
      const [left, right] = [from, view.at].sort((a, b) => a - b).map(x => (x - range[0]) / (range[1] - range[0]));
      marks.append(made("rect", {class: "selection", x: percent(left), width: percent(right - left), y: "0", height: "100%"}));
    });
    plot.addEventListener("pointerup", event => {
      if (from === null) return;
      const [left, right] = [from, xAt(event)].sort((a, b) => a - b);
      from = null;
      if (right - left > 0.02 * (range[1] - range[0])) zoomTo([left, right]);
    });
    plot.addEventListener("pointercancel", () => { from = null; });
    plot.addEventListener("pointerleave", () => { if (from === null && document.activeElement !== plot) pointAll(null); });
    plot.addEventListener("dblclick", () => zoomTo(null));
    plot.addEventListener("focus", () => { if (view.at === null) pointAll(range[1]); });
    plot.addEventListener("keydown", event => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const runs = shownRuns(chart);
      if (!runs.length) return;
      const longest = runs.reduce((a, b) => data.x[b][view.axis].at(-1) > data.x[a][view.axis].at(-1) ? b : a);
      const xs = data.x[longest][view.axis].filter(x => x >= range[0] && x <= range[1]);
      const here = view.at === null ? xs.length - 1 : nearest(xs, view.at);
      const jump = Math.max(1, Math.round(xs.length / 10)), last = xs.length - 1;
      const to = {ArrowLeft: here - 1, ArrowRight: here + 1, ArrowDown: here - 1, ArrowUp: here + 1, PageDown: here - jump, PageUp: here + jump, Home: 0, End: last}[event.key];
      if (to !== undefined && xs.length) pointAll(xs[Math.min(last, Math.max(0, to))]);
      else if (event.key === "+" || event.key === "=" || event.key === "-" || event.key === "\u2212") {
        const whole = wholeRange(), factor = event.key === "+" || event.key === "=" ? 0.5 : 2;
        const width = (range[1] - range[0]) * factor, middle = view.at ?? range[1];
        const start = Math.min(Math.max(whole[0], middle - width / 2), Math.max(whole[0], whole[1] - width));
        if (xs.length > 2 || factor > 1) zoomTo(width >= whole[1] - whole[0] ? null : [start, start + width]);
      } else if (event.key === "Escape") zoomTo(null);
      else return;
      event.preventDefault();
    });
    for (const [name, value] of Object.entries({tabindex: "0", role: "slider", "aria-label": `${title}: arrow keys move the cursor`, "aria-valuemin": "0", "aria-valuemax": "100"})) plot.setAttribute(name, value);
    return {draw, point};
  });

  const reset = document.getElementById("reset");
  const pointAll = at => { view.at = at; charts.forEach(chart => chart.point()); };
  const drawAll = () => {
    if (reset) reset.hidden = view.zoom === null;
    charts.forEach(chart => { chart.draw(); chart.point(); });
  };
  const zoomTo = zoom => {
    view.zoom = zoom;
    if (zoom && view.at !== null) view.at = Math.min(zoom[1], Math.max(zoom[0], view.at));
    drawAll();
  };
  if (reset) reset.addEventListener("click", () => { zoomTo(null); document.querySelector(".plot").focus(); });
  document.querySelectorAll("input[name=axis]").forEach(input => input.addEventListener("change", () => {
    view.axis = input.value;
    view.at = null;
    zoomTo(null);
  }));
  document.querySelectorAll(".legend input").forEach(input => input.addEventListener("change", () => {
    view.hidden[input.checked ? "delete" : "add"](Number(input.dataset.run));
    drawAll();
  }));
  // A browser keeps what was chosen when a page is loaded again.
  const chosen = document.querySelector("input[name=axis]:checked");
  if (chosen) view.axis = chosen.value;
  document.querySelectorAll(".legend input:not(:checked)").forEach(input => view.hidden.add(Number(input.dataset.run)));
  drawAll();
})();
