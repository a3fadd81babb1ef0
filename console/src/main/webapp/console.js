// Refreshes the page every five seconds, except controls in use. Without scripts the page works,
// too.
"use strict";

const PERIOD_MILLIS = 5000;

function isInUse(element) {
  return element.contains(document.activeElement) || element.querySelector("details[open]") !== null;
}

function replace(old, fresh) {
  if (!isInUse(old)) {
    old.replaceWith(document.adoptNode(fresh));
  }
}

async function renew() {
  if (document.hidden) {
    return;
  }
  const answer = await fetch("./?renewed", { cache: "no-store", credentials: "same-origin" });
  if (!answer.ok) {
    throw new Error("status " + answer.status);
  }
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
  document.querySelector("header").replaceWith(document.adoptNode(fresh.querySelector("header")));
  const before = Array.from(document.querySelectorAll("article"));
  const after = Array.from(fresh.querySelectorAll("article"));
  if (before.map((a) => a.id).join() === after.map((a) => a.id).join()) {
    before.forEach((old, i) => replace(old, after[i]));
  } else {
    replace(document.querySelector("main"), fresh.querySelector("main"));
  }
}

function showLocalTimes() {
  document.querySelectorAll("time").forEach((time) => {
    time.textContent = new Date(time.dateTime).toLocaleString(undefined, { dateStyle: "short", timeStyle: "medium" });
  });
}

function again() {
  renew()
    .then(showLocalTimes)
    .catch(() => {
      document.querySelector("header p").textContent = "This Tomcat does not answer: what is below is old.";
      document.querySelector("header p").className = "bad";
    })
    .finally(() => setTimeout(again, PERIOD_MILLIS));
}

showLocalTimes();
setTimeout(again, PERIOD_MILLIS);
