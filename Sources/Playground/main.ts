/** The playground: rules on the left, and on the right the page about them. */

import { announce, copyButton, h } from "../Page/dom.ts";
import { redraw, startPage } from "../Page/views.ts";
import {
  addressVersion,
  keepAddress,
  openedVersion,
  prepareAddress,
  sharedAddress,
  writeAddress,
} from "./address.ts";
import { Core } from "./core.ts";
import { givenExamples, startVersion } from "./examples.ts";
import type { Example } from "./examples.ts";
import type { Version } from "./files.ts";
import { Notice } from "./notice.ts";
import { Session } from "./session.ts";
import { playgroundViews } from "./shown.ts";
import { Workbench } from "./workbench.ts";

const notice = new Notice();
const start = startVersion();

// The rules of the address are read before anything is drawn.
addressVersion().then(begin);

function begin(version: Version | null | undefined) {
  const [first] = givenExamples;
  const shown = version ?? start ?? { files: first?.files ?? [], pinned: null };
  const core = new Core(document.getElementById("core")?.textContent?.trim() ?? "", {
    failed: (reason) => {
      workbench.fail();
      notice.alert(
        `Rules cannot be checked in this browser: ${reason}. It needs WebAssembly, workers and ` +
          "DecompressionStream (Safari 16.4, Chrome 103, Firefox 113 or later). " +
          "You can still write rules and copy the link to them.",
      );
    },
    stopped: (method, reason) => {
      if (method === "check") workbench.showUnknown();
      notice.alert(
        `The request "${method}" was stopped: ${reason}. The checker has started anew; ` +
          "it goes on with your next change.",
      );
    },
  });
  const title = start?.title ?? null;
  const session = new Session(core, title ?? "Playground", shown, {
    waiting: () => workbench.showWaiting(),
    checked: () => workbench.showFindings(),
    refused: (reason) => {
      workbench.showUnknown();
      notice.alert(`The rules cannot be checked: ${reason}.`);
    },
    modelled: (model) => workbench.showModel(model),
    outdated: () => workbench.showOutdated(),
    settled: () => writeAddress(versionOf(session)),
  });
  const workbench = new Workbench(session, notice);
  document.getElementById("write")?.replaceChildren(...workbench.elements);
  document.getElementById("actions")?.replaceChildren(...actions(session, workbench));
  if (title !== null) document.getElementById("title")?.replaceChildren(`Rules of ${title}`);
  startPage(undefined, playgroundViews(session));
  addEventListener("hashchange", () => followAddress(session, workbench));
  if (version === null) tellNoRules();
  workbench.open();
  session.start();
  prepareAddress(shown);
}

function versionOf({ files, pinned }: Session): Version {
  return { files: [...files], pinned: pinned === null ? null : [...pinned] };
}

/** Shows the rules of an address that someone has opened in this page. */
async function followAddress(session: Session, workbench: Workbench) {
  const version = await openedVersion();
  if (version === undefined) return keepAddress();
  if (version === null) {
    tellNoRules();
    return keepAddress();
  }
  replace(session, workbench, version, "These are the rules of the address.");
}

function tellNoRules() {
  notice.alert(
    "The address does not hold rules that can be read. It may have been cut off where it was sent. " +
      "The rules here are as they were.",
  );
}

/** Shows other rules, and offers to bring the rules before them back. */
function replace(
  session: Session,
  workbench: Workbench,
  version: Version,
  words: string,
  isRiddle = false,
) {
  const before = { ...versionOf(session), isRiddle: workbench.isRiddle };
  session.open(version);
  workbench.open(isRiddle);
  notice.tell(words, "Bring back what was there", () => {
    session.open(before);
    workbench.open(before.isRiddle);
    notice.clear();
  });
}

function actions(session: Session, workbench: Workbench): HTMLElement[] {
  const groups = [...new Set(givenExamples.map(({ group }) => group))];
  const option = (example: Example) =>
    h("option", { value: String(givenExamples.indexOf(example)) }, example.title);
  const select = h(
    "select",
    { id: "example", "aria-label": "Example" },
    groups.map((group) =>
      h(
        "optgroup",
        { label: group },
        givenExamples.filter((example) => example.group === group).map(option),
      )
    ),
  ) as HTMLSelectElement;
  const open = () => {
    const example = givenExamples[Number(select.value)];
    if (example === undefined) return;
    location.hash = "#";
    replace(
      session,
      workbench,
      { files: example.files, pinned: null },
      `Opened: ${example.title}.`,
      example.isRiddle,
    );
    redraw();
    announce(`opened ${example.title}`);
  };
  return [
    select,
    h("button", { type: "button", id: "open-example", onclick: open }, "Open example"),
    copyButton("Copy link to this", sharedAddress),
  ];
}
