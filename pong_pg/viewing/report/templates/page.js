"use strict";
(() => {
  document.documentElement.classList.add("js");
  // What is folded away on the screen is printed.
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach(one => { one.open = true; }));

  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const UNITS = 10000;
  const view = {axis: Object.keys(data.axes)[0], at: null, hidden: new Set()};
  const percent = part => `${Number((100 * part).toPrecision(6))}%`;
  const signed = text => text.replace("-", "\u2212");
  const made = (name, attributes, text = "") => {
    const element = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.textContent = text;
    return element;
  };
  // A plot is as wide as there is room: places are percentages, and paths have coordinates that are stretched.
  const at = (x, y) => `${Math.round(x * UNITS)} ${Math.round((1 - y) * UNITS)}`;
  const pathOf = (xs, ys) => {
    const points = ys.map((y, i) => y === null ? null : at(xs[i], y)).filter(point => point !== null);
    // A single point is a dot.
    return points.length ? `M${points.join("L")}h0` : "";
  };
  const bandOf = (xs, low, high) => {
    const points = low.map((value, i) => [xs[i], value, high[i]]).filter(([, a, b]) => a !== null && b !== null);
    if (!points.length) return "";
    const there = points.map(([x, , top]) => at(x, top)), back = points.reverse().map(([x, bottom]) => at(x, bottom));
    return `M${[...there, ...back].join("L")}Z`;
  };
  // 1, 2 or 5 times a power of ten.
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
  const nearest = (xs, x) => {
    let best = 0;
    xs.forEach((value, i) => { if (Math.abs(value - x) < Math.abs(xs[best] - x)) best = i; });
    return best;
  };

  const charts = [...document.querySelectorAll(".chart")].map(figure => {
    const chart = data.charts[figure.dataset.chart];
    const plot = figure.querySelector(".plot"), svg = plot.querySelector("svg");
    const readout = figure.querySelector(".readout");
    const marks = svg.appendChild(made("g", {class: "marks"}));
    const shownRuns = () => chart.series.map((_, run) => run).filter(run => chart.series[run] && !view.hidden.has(run));
    let end = 1, low = 0, high = 1;

    const draw = () => {
      const runs = shownRuns();
      end = Math.max(...runs.map(run => data.x[run][view.axis].at(-1)), 0) || 1;
      const numbers = runs.flatMap(run => Object.values(chart.series[run]).flat()).filter(value => value !== null);
      [low, high] = numbers.length ? [Math.min(...numbers), Math.max(...numbers)] : [0, 1];
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
        const y = percent(1 - part);
        axes.append(made("line", {class: "grid", x1: "0", x2: "100%", y1: y, y2: y}), made("text", {class: "y", x: "-8", y, dy: "0.35em"}, label));
      }
      for (const [part, label] of ticks(0, end)) {
        axes.append(made("text", {class: "x", x: percent(part), y: "100%", dy: "1.5em"}, label));
      }
      const scaled = values => values.map(value => value === null ? null : (value - low) / (high - low));
      svg.querySelectorAll("[data-run]").forEach(group => {
        const run = Number(group.dataset.run), shown = runs.includes(run), series = chart.series[run];
        const xs = data.x[run][view.axis].map(x => x / end);
        group.querySelector(".line").setAttribute("d", shown ? pathOf(xs, scaled(series.y)) : "");
        group.querySelector(".band").setAttribute("d", shown ? bandOf(xs, scaled(series.low), scaled(series.high)) : "");
      });
      figure.querySelector(".unit").textContent = data.axes[view.axis];
    };

    // The values at the cursor, which is at the same place in all charts.
    const number = value => signed(value.toLocaleString("en", {maximumSignificantDigits: chart.digits}));
    const point = () => {
      marks.replaceChildren();
      const spans = [];
      if (view.at !== null && view.at <= end) {
        const x = percent(view.at / end);
        marks.append(made("line", {class: "cursor", x1: x, x2: x, y1: "0", y2: "100%"}));
        spans.push(`${view.at.toLocaleString("en", {maximumSignificantDigits: 4})} ${data.axes[view.axis]}:`);
        for (const run of shownRuns()) {
          const xs = data.x[run][view.axis], i = nearest(xs, view.at), series = chart.series[run], y = series.y[i];
          if (view.at > xs.at(-1) * 1.001 || y === null) continue;
          const colour = svg.querySelector(`[data-run="${run}"]`).getAttribute("class");
          marks.append(made("circle", {class: `dot ${colour}`, r: "4.5", cx: percent(xs[i] / end), cy: percent(1 - (y - low) / (high - low))}));
          const between = series.low.length && series.low[i] !== null ? ` (from ${number(series.low[i])} to ${number(series.high[i])})` : "";
          spans.push(`${data.names.length > 1 ? `${data.names[run]} ` : ""}${number(y)}${between}`);
        }
      }
      readout.replaceChildren(...spans.map(text => Object.assign(document.createElement("span"), {textContent: text})));
      plot.setAttribute("aria-valuetext", spans.join(" ") || "no point chosen");
      plot.setAttribute("aria-valuenow", String(Math.round(100 * (view.at ?? 0) / end)));
    };

    plot.addEventListener("pointermove", event => {
      const box = plot.getBoundingClientRect();
      pointAll(end * Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
    });
    plot.addEventListener("pointerleave", () => { if (document.activeElement !== plot) pointAll(null); });
    plot.addEventListener("focus", () => { if (view.at === null) pointAll(end); });
    plot.addEventListener("keydown", event => {
      const runs = shownRuns();
      if (event.ctrlKey || event.metaKey || event.altKey || !runs.length) return;
      const xs = runs.map(run => data.x[run][view.axis]).reduce((a, b) => b.at(-1) > a.at(-1) ? b : a);
      const last = xs.length - 1, here = nearest(xs, view.at ?? end), jump = Math.max(1, Math.round(last / 10));
      const to = {ArrowLeft: here - 1, ArrowRight: here + 1, ArrowDown: here - 1, ArrowUp: here + 1, PageDown: here - jump, PageUp: here + jump, Home: 0, End: last}[event.key];
      if (to === undefined) return;
      pointAll(xs[Math.min(last, Math.max(0, to))]);
      event.preventDefault();
    });
    return {draw, point};
  });

  const pointAll = x => { view.at = x; charts.forEach(chart => chart.point()); };
  // A browser keeps what was chosen when a page is loaded again.
  const drawAll = () => {
    view.axis = document.querySelector("input[name=axis]:checked")?.value ?? view.axis;
    view.hidden = new Set([...document.querySelectorAll(".legend input:not(:checked)")].map(input => Number(input.dataset.run)));
    charts.forEach(chart => chart.draw());
  };
  document.querySelectorAll("input").forEach(input => input.addEventListener("change", () => { drawAll(); pointAll(null); }));
  drawAll();
})();
