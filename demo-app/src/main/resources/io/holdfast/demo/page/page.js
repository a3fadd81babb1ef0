"use strict";

const PRODUCTS = [
  ["Espresso", 250, "M6 12h16v7a6 6 0 0 1-6 6h-4a6 6 0 0 1-6-6zM22 14h2a3 3 0 0 1 0 6h-2M11 5v3M16 4v4"],
  ["Croissant", 320, "M5 22c-1-8 4-15 11-15s12 7 11 15c-2 0-5-2-5-5-2-1-4-2-6-2s-4 1-6 2c0 3-3 5-5 5zM12 8l-1 7M20 8l1 7"],
  ["Juice", 410, "M9 10h14l-2 17H11zM10 15h12M18 10l3-7 4 1"],
  ["Cheesecake", 540, "M4 18 22 8c4 2 6 6 6 10zM4 18v7h24v-7M4 21h24"],
];
const NAMES = {t1: "Tomcat t1", t2: "Tomcat t2", n1: "node n1", n2: "node n2"};
const $ = id => document.getElementById(id);
const money = cents => "€ " + (cents / 100).toFixed(2);

let states = {};
let pids = {};
let record = null;
let unconfirmed = null; // a place of the record that one look saw and no second one yet
let sticky = true;
let asksAgain = false; // as soon as a Tomcat runs

// What a reload of the page must not erase; of this run of the demo and this tab only.
const EMPTY = {run: null, log: [], steps: [], answeredBy: null, answeredAt: 0, answeredPid: 0, passedOver: null,
  session: null, place: null, heldBy: [], cart: null, shopping: false};
let memory = {...EMPTY, ...JSON.parse(sessionStorage.getItem("holdfast-demo") || "{}")};

function remember(changes) {
  memory = {...memory, ...changes};
  sessionStorage.setItem("holdfast-demo", JSON.stringify(memory));
}

function element(name, className, text) {
  const made = document.createElement(name);
  if (className) made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}

function button(id, text, label, className, onClick) {
  const made = element("button", className, text);
  made.id = id;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", onClick);
  return made;
}

function log(text) {
  const entry = {time: new Date().toTimeString().slice(0, 8), text};
  remember({log: [entry, ...memory.log].slice(0, 200)});
  showLog(entry);
}

function showLog(entry) {
  const line = element("li");
  line.append(element("time", "", entry.time), entry.text);
  $("log").prepend(line);
}

function done(step) {
  $("step-" + step).classList.add("done");
  if (!memory.steps.includes(step)) remember({steps: [...memory.steps, step]});
}

function show(id, text) {
  const place = $(id);
  if (place.textContent === text) return;
  place.textContent = text;
  place.parentElement.classList.remove("changed");
  void place.offsetWidth; // restarts the animation
  place.parentElement.classList.add("changed");
}

// --- the shop: every request goes through the proxy to a Tomcat

// One after the other: two requests at once without a session would begin two of them.
let lastAsked = Promise.resolve();
function askCart(what) {
  return lastAsked = lastAsked.then(() => askCartNow(what));
}

async function askCartNow(what) {
  const request = what
    ? {method: "POST", body: new URLSearchParams(what)}
    : {method: "GET"};
  let response;
  try {
    response = await fetch("/shop/cart.jsp", request);
  } catch (e) {
    return trouble("The demo does not answer; was it stopped?", true);
  }
  const passedOver = response.headers.get("X-Demo-Passed-Over");
  if (!response.ok) {
    const isUncertain = what && passedOver && passedOver.includes("broke");
    if (isUncertain) remember({cart: null}); // it may have changed: there is nothing to compare with
    return trouble(isUncertain
      ? passedOver + ". Whether your change was made is not known: press Reload."
      : "No Tomcat answered: " + (passedOver || response.status) + ". Start one.",
      !isUncertain);
  }
  const answer = await response.json();
  trouble(null, false);
  const servedBy = response.headers.get("X-Demo-Served-By");
  const cart = JSON.stringify(answer.cart);
  const isLost = answer.isNew && memory.cart !== null && JSON.parse(memory.cart).total > 0;
  const isSame = !isLost && (what || memory.cart === null || memory.cart === cart);
  // Another tab may have changed the cart of this session.
  logAnswer(servedBy, passedOver, isLost, what || memory.cart === null ? "" : isSame ? ": same cart" : ": another cart");
  remember({answeredBy: servedBy, answeredAt: Date.now(), answeredPid: pids[servedBy] || 0, passedOver, cart});
  showCart(answer.cart);
  if (what && what.action === "add") done("fill");
  if (passedOver && isSame && answer.cart.total > 0) done("tomcat");
  show("answered-by", NAMES[servedBy]);
  draw(record ? memory.place.split(" and ") : []);
  showAnsweredByNote();
  look();
}

function logAnswer(servedBy, passedOver, isLost, cart) {
  const inPlaceOf = passedOver ? " (" + passedOver + ")" : "";
  if (isLost) {
    log(servedBy + " began a new session" + inPlaceOf + ": the cart is lost");
  } else if (memory.answeredBy === null) {
    log(sticky ? servedBy + " serves your session" + inPlaceOf : servedBy + " answered first" + inPlaceOf);
  } else if (sticky && servedBy !== memory.answeredBy) {
    log(servedBy + " took your session over from " + memory.answeredBy + inPlaceOf + cart);
  } else if (!sticky && passedOver && passedOver !== memory.passedOver) {
    log(servedBy + " answered instead" + inPlaceOf + cart);
  }
}

function showAnsweredByNote() {
  const state = states[memory.answeredBy];
  $("answered-by-note").textContent = state && state !== "running" ? "(" + state + " now)" : "";
}

function trouble(text, passes) {
  asksAgain = passes;
  $("cart-trouble").hidden = text === null;
  $("cart-trouble").textContent = text || "";
}

function showCart(cart) {
  const rows = cart.lines.map(line => {
    const row = element("tr");
    row.append(
      element("td", "", line.quantity + " × " + line.product),
      element("td", "number", money(line.price)),
      element("td", "number", money(line.price * line.quantity)));
    const last = element("td");
    last.append(button("remove-" + slug(line.product), "−", "Take one " + line.product + " out",
      "quiet", () => askCart({action: "remove", product: line.product})));
    row.append(last);
    return row;
  });
  if (rows.length === 0) {
    const row = element("tr");
    const cell = element("td", "empty", "It is empty.");
    cell.colSpan = 4;
    row.append(cell);
    rows.push(row);
  }
  $("cart-lines").replaceChildren(...rows);
  $("cart-total").textContent = money(cart.total);
  $("cart-count").textContent = cart.lines.reduce((sum, line) => sum + line.quantity, 0);
}

function slug(product) {
  return product.toLowerCase();
}

function showProducts() {
  for (const [product, price, path] of PRODUCTS) {
    const card = element("div", "product");
    const picture = element("div", "picture");
    picture.innerHTML = '<svg viewBox="0 0 32 32" aria-hidden="true"><path d="' + path + '"/></svg>';
    const text = element("div");
    text.append(element("span", "name", product), element("span", "price", money(price)));
    card.append(picture, text, button("add-" + slug(product), "Add", "Add " + product + " to the cart",
      "", () => askCart({action: "add", product})));
    $("products").append(card);
  }
}

// --- the servers: asked of the demo itself, past all Tomcats

// Polls overlap, and a slow one may be out of date: only the one begun last is shown.
let lastLook = 0;
let shownLook = 0;
let shoppers = {shoppers: 0};
let acting = 0; // while a server is killed or started, what a look says of it is not settled

async function control(id, verb) {
  acting++;
  lastLook++;
  $(verb + "-" + id).disabled = true;
  let response = null;
  try {
    response = await fetch("/_demo/" + id + "/" + verb, {method: "POST"});
  } catch (e) {
    // said below
  }
  acting--;
  if (response && response.ok) {
    log((verb === "kill" ? "you killed " : "you started ") + id);
    states[id] = verb === "kill" ? "down" : "starting";
    if (verb === "kill" && (id === memory.answeredBy || (!sticky && id.startsWith("t")))) askCart();
  } else {
    log("the demo did not " + verb + " " + id);
  }
  look();
}

async function look() {
  if (acting) return; // who acts looks when it is done
  const number = ++lastLook;
  let status = null;
  try {
    const response = await fetch("/_demo/status");
    if (response.ok) status = await response.json();
  } catch (e) {
    if (number === lastLook) $("facts").textContent = "The demo does not answer; was it stopped?";
  }
  if (number !== lastLook) return;
  shownLook = number;
  if (status) showStatus(status);
}

async function pressShoppers() {
  $("shoppers-press").disabled = true;
  const verb = shoppers.shoppers > 0 ? "stop" : "start";
  try {
    await fetch("/_demo/shoppers/" + verb, {method: "POST"});
  } catch (e) {
    // the next look says that the demo does not answer
  }
  look();
}

function showShoppers(tally) {
  if (tally.shoppers > 0 && !memory.shopping) {
    log("40 shoppers came in");
    remember({shopping: true});
  } else if (tally.shoppers === 0 && memory.shopping) {
    log("the shoppers left: " + tally.requests.toLocaleString("en") + " requests, " + tally.errors + " errors, "
      + tally.sessionsLost + " sessions lost, slowest " + tally.slowestMillis + " ms");
    remember({shopping: false});
  }
  shoppers = tally;
  const press = $("shoppers-press");
  press.disabled = tally.shoppers > 0 && tally.secondsLeft === 0;
  press.textContent = tally.shoppers === 0 ? "Shop for 60 s"
    : tally.secondsLeft === 0 ? "They leave" : "Stop (" + tally.secondsLeft + " s)";
  $("shoppers-requests").textContent = tally.requests.toLocaleString("en");
  $("shoppers-errors").textContent = tally.errors.toLocaleString("en");
  $("shoppers-lost").textContent = tally.sessionsLost.toLocaleString("en");
  $("shoppers-lost").className = tally.sessionsLost > 0 ? "bad" : tally.requests > 0 ? "good" : "";
  $("shoppers-slowest").textContent = tally.requests === 0 ? "–"
    : tally.slowestMillis < 1000 ? tally.slowestMillis + " ms" : (tally.slowestMillis / 1000).toFixed(1) + " s";
}

function showStatus(status) {
  const facts = status.facts;
  if (facts.run !== memory.run) {
    remember({...EMPTY, run: facts.run});
    $("log").replaceChildren();
    for (const step of $("steps").children) step.classList.remove("done");
  }
  showMode(facts.mode === "sticky");
  showShoppers(status.shoppers);
  for (const id of ["n1", "n2"]) NAMES[id] = facts.nodes.replace(/ .*/, "").replace(/^m/, "M") + " " + id;
  $("facts").textContent = "2 × " + facts.tomcat + ", 2 × " + facts.nodes + ", " + facts.serializer + ", " + facts.mode;
  $("shoppers-mode").textContent = sticky
    ? "Sticky: a kill can cost changes of the last milliseconds; with ./demo --non-sticky it costs none."
    : "Without stickiness, a kill costs nothing that was answered.";
  showManager(facts);
  for (const server of status.servers) showServer(server);
  showAnsweredByNote();
  if (status.servers.every(server => server.state === "running")
    && memory.steps.includes("tomcat") && memory.steps.includes("node")) done("start");
  const session = status.session;
  const route = session && session.route ? "." + session.route : "";
  const id = session ? session.base + route : "–";
  if ($("session-id").textContent !== id) {
    $("session-id").replaceChildren(session ? session.base : "–", route ? element("b", "", route) : "");
  }
  if (session && session.base !== memory.session) {
    unconfirmed = null;
    remember({session: session.base, place: null, heldBy: []});
  }
  if (session && session.complete) showRecord(session.records, session.tombstones);
  draw(record ? memory.place.split(" and ") : []);
  if (asksAgain && status.servers.some(server => server.kind === "tomcat" && server.state === "running")) {
    asksAgain = false;
    askCart();
  }
}

function showManager(facts) {
  $("own-folder").textContent = facts.serializer;
  $("own-route").textContent = sticky ? ", a jvmRoute each" : "";
  $("manager").textContent = '<Manager className="io.holdfast.tomcat.MemcachedSessionManager"'
    + '\n         memcachedNodes="' + (facts.store === "valkey" ? "n1:valkey://cache1:6379,n2:valkey://cache2:6379"
      : "n1:cache1:11211,n2:cache2:11211") + '"'
    + (sticky ? "" : '\n         sticky="false"')
    + '\n         transcoderFactoryClass="' + facts.serializer + '"/>';
}

async function copyManager() {
  getSelection().selectAllChildren($("manager"));
  try {
    await navigator.clipboard.writeText($("manager").textContent);
    $("copy-manager").textContent = "Copied";
  } catch (e) {
    $("copy-manager").textContent = "Selected"; // the browser does not let a page write there
  }
  setTimeout(() => $("copy-manager").textContent = "Copy", 2000);
}

function showMode(isSticky) {
  if (sticky === isSticky) return;
  sticky = isSticky;
  $("step-fill").replaceChildren(element("b", "", "Add"), " something, and reload: each answer is from the other Tomcat.");
  $("step-tomcat").replaceChildren(element("b", "", "Kill a Tomcat"), ": the other one answers every request, with the same cart.");
  $("step-node").replaceChildren(element("b", "", "Kill a node"), ": each record is on both.");
}

function showRecord(records, tombstones) {
  // Copies: the newest counts; an older one may wait on a node that was passed over.
  const newest = records.reduce((best, one) => best && best.version >= one.version ? best : one, null);
  const holders = newest ? records.filter(one => one.version === newest.version).map(one => one.node) : tombstones;
  const place = (newest || holders.length === 0 ? "" : "ended ") + holders.join(" and ");
  if (place !== memory.place) {
    // A record on its way is seen on no node, or on two: a second look has to agree.
    const isConfirmed = place === unconfirmed;
    unconfirmed = place;
    if (!isConfirmed) {
      setTimeout(look, 200);
      return;
    }
    logPlace(memory.place, place);
    remember({place});
  }
  unconfirmed = null;
  record = newest ? {...newest, seen: Date.now()} : null;
  show("record-node", newest ? (holders.length === 1 ? NAMES[holders[0]] : holders.join(" and "))
    : holders.length > 0 ? "none: ended" : "no node");
  show("record-size", newest ? newest.bytes.toLocaleString("en") + " B" : "–");
  show("record-version", newest ? String(newest.version) : "–");
  showAge();
}

function logPlace(before, now) {
  const held = before && !before.startsWith("ended ") ? before.split(" and ") : [];
  const holders = now.split(" and ");
  if (now === "") {
    if (before !== null) log("no node holds the record"
      + (isInMemory() ? "; " + memory.answeredBy + " still has the session in memory" : ""));
  } else if (now.startsWith("ended ")) {
    log("the session has ended: " + now.slice(6) + " holds a tombstone in place of the record");
  } else {
    log(held.length > 0 && !held.some(node => holders.includes(node))
      ? "the record moved from " + before + " to " + now : "the record is on " + now);
    if (memory.heldBy.some(node => states[node] === "down" && !holders.includes(node))) done("node");
    remember({heldBy: holders});
  }
}

// The process that gave the last answer lives, and the session cannot have expired since.
function isInMemory() {
  return sticky && memory.answeredPid > 0 && pids[memory.answeredBy] === memory.answeredPid
    && Date.now() - memory.answeredAt < 20 * 60 * 1000;
}

// --- the drawing: the way of the last answer, and a dot on each node that holds the record

function draw(holders) {
  const by = memory.answeredBy;
  const served = states[by] === "running" ? by : null;
  for (const tomcat of ["t1", "t2"]) {
    $("line-" + tomcat).setAttribute("class", tomcat === served ? "used" : "");
    for (const node of ["n1", "n2"]) {
      $("line-" + tomcat + "-" + node).setAttribute("class", tomcat === served && holders.includes(node) ? "used" : "");
    }
  }
  for (const id of ["t1", "t2", "n1", "n2"]) $("box-" + id).setAttribute("class", states[id] || "");
  // A dot stays where it was while it is away: it comes back from there, and moves.
  moveDot($("dot-1"), holders[0]);
  moveDot($("dot-2"), holders[1]);
}

function moveDot(dot, node) {
  const at = node ? "at-" + node : [...dot.classList].find(name => name.startsWith("at-")) || "";
  dot.setAttribute("class", "dot " + at + (node ? "" : " away"));
}

function showAge() {
  if (!record) {
    $("record-age").textContent = "–";
    return;
  }
  const seconds = Math.max(0, (record.ageMillis + Date.now() - record.seen) / 1000);
  $("record-age").textContent = seconds < 10 ? seconds.toFixed(1) + " s"
    : seconds < 120 ? Math.round(seconds) + " s" : Math.round(seconds / 60) + " min";
}

function showServer(server) {
  let card = $("server-" + server.id);
  if (!card) {
    card = element("li");
    card.id = "server-" + server.id;
    const title = element("div", "title");
    title.append(element("span", "", NAMES[server.id]), element("span", "state"));
    const buttons = element("div", "buttons");
    buttons.append(
      button("kill-" + server.id, "Kill", "Kill " + NAMES[server.id], "kill", () => control(server.id, "kill")),
      button("start-" + server.id, "Start", "Start " + NAMES[server.id], "", () => control(server.id, "start")));
    card.append(title, element("div", "detail"), buttons, element("pre"));
    // Tomcats in the upper row, nodes in the lower.
    if (server.kind === "tomcat") $("servers").insertBefore(card, $("server-n1"));
    else $("servers").append(card);
  }
  card.className = "server " + server.state;
  card.querySelector(".state").textContent = server.state;
  card.querySelector(".detail").textContent =
    server.address + (server.pid ? ", process " + server.pid : "");
  card.querySelector("pre").textContent = server.trouble || "";
  card.querySelector("pre").hidden = !server.trouble;
  $("kill-" + server.id).disabled = server.state === "down";
  $("start-" + server.id).disabled = server.state !== "down";
  const before = states[server.id];
  if (before && before !== server.state) {
    if (server.state === "running") log(server.id + " runs");
    if (server.state === "down") log(server.id + " is down");
  }
  states[server.id] = server.state;
  pids[server.id] = server.pid;
}

async function begin() {
  showProducts();
  memory.log.slice().reverse().forEach(showLog);
  memory.steps.forEach(done);
  $("reload-cart").addEventListener("click", () => askCart());
  $("shoppers-press").addEventListener("click", pressShoppers);
  $("copy-manager").addEventListener("click", copyManager);
  await look(); // tells the mode, and whether what is remembered is of this run
  askCart();
}

begin();
let ticks = 0;
setInterval(() => {
  const isTurn = ++ticks % 4 === 0 || shoppers.shoppers > 0;
  if (isTurn && !document.hidden && shownLook === lastLook) look();
}, 250);
setInterval(showAge, 100);
