/** Builds elements. Texts become text nodes, so that no text of a rule or URL is read as markup. */

export type Child = Node | string | null | undefined | Child[];

type Attributes = Record<string, string | boolean | EventListener | undefined>;

/** Returns an element. Attributes that are functions become listeners, for example `onclick`. */
export function h(name: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (typeof value === "string") element.setAttribute(key, value);
  }
  append(element, children);
  return element;
}

function append(element: Element, children: Child[]) {
  for (const child of children) {
    if (Array.isArray(child)) append(element, child);
    else if (child !== null && child !== undefined) element.append(child);
  }
}

const namespace = "http://www.w3.org/2000/svg";

export function svg(
  name: string,
  attributes: Record<string, string>,
  ...children: Element[]
): Element {
  const element = document.createElementNS(namespace, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

export function code(text: string): HTMLElement {
  return h("code", {}, text);
}

/** Returns the text, in which texts between backticks become code. */
export function marked(text: string): Child[] {
  return text.split(/`([^`]*)`/).map((part, index) => index % 2 === 1 ? code(part) : part);
}

/** Returns a part of the page that is drawn when the user opens it. */
export function lazily(summary: string, draw: () => Node[]): HTMLElement {
  const details = h("details", {}, h("summary", {}, summary));
  details.addEventListener("toggle", () => {
    if (details.children.length === 1) details.append(...draw());
  });
  return details;
}

/** An item of a list. Quiet items can be folded. */
export interface Item {
  isQuiet: boolean;
  draw: () => HTMLElement;
}

/** The number of consecutive quiet items that are not folded. */
const shownItems = 60;

/** Returns the items of a list. Long sequences of quiet items are folded, since drawing takes long. */
export function folded(items: readonly Item[], summary: (count: number) => string): HTMLElement[] {
  const result: HTMLElement[] = [];
  let index = 0;
  while (index < items.length) {
    const end = items.findIndex((item, place) => place >= index && !item.isQuiet);
    const quiet = items.slice(index, end < 0 ? items.length : end);
    if (quiet.length > shownItems) {
      const draw = () => [h("ol", { class: "rules" }, quiet.map((item) => item.draw()))];
      result.push(h("li", { class: "folded" }, lazily(summary(quiet.length), draw)));
    } else {
      result.push(...quiet.map((item) => item.draw()));
    }
    index += quiet.length;
    const loud = items[index];
    if (loud !== undefined) result.push(loud.draw());
    index++;
  }
  return result;
}

/** Returns a button that copies a text, and confirms it. */
export function copyButton(label: string, text: () => string): HTMLElement {
  const button = h("button", { type: "button" }, label);
  button.addEventListener("click", async () => {
    const isCopied = await copyText(text());
    button.textContent = isCopied ? "Copied" : "Copying failed";
    announce(isCopied ? `${label}: copied` : "copying failed");
    setTimeout(() => button.textContent = label, 1500);
  });
  return button;
}

/** Copies a text. Pages from files may have no clipboard. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand("copy");
    area.remove();
    return isCopied;
  }
}

/** Announces a change to screen readers. */
export function announce(text: string): void {
  const region = document.getElementById("status");
  if (region !== null) region.textContent = text;
}

/** Offers a file as a download. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: url, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Returns a function that restores what is opened, typed and focused when the view is drawn again. */
export function keptState(main: HTMLElement): () => void {
  const focused = main.contains(document.activeElement) ? document.activeElement : null;
  const focusedID = focused?.id ?? "";
  const selection = focused instanceof HTMLInputElement && focused.type === "text" ||
      focused instanceof HTMLTextAreaElement
    ? [focused.selectionStart, focused.selectionEnd] as const
    : null;
  const opened = foldedParts(main).filter(({ open }) => open).map(summaryOf);
  const search = main.querySelector<HTMLInputElement>("input[type=search]")?.value ?? "";
  const top = scrollY;
  return () => {
    for (const details of foldedParts(main)) {
      if (opened.includes(summaryOf(details))) details.open = true;
    }
    const field = main.querySelector<HTMLInputElement>("input[type=search]");
    if (field !== null && search !== "") {
      field.value = search;
      field.dispatchEvent(new Event("input"));
    }
    if (focusedID !== "") {
      const control = document.getElementById(focusedID);
      control?.focus({ preventScroll: true });
      const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
      if (isText && selection !== null) control.setSelectionRange(...selection);
    }
    scrollTo({ top });
  };
}

function foldedParts(main: HTMLElement): HTMLDetailsElement[] {
  return [...main.querySelectorAll("details")];
}

/** Returns the summary, with the item of a list that contains it. */
function summaryOf(details: HTMLDetailsElement): string {
  const item = details.closest("li")?.querySelector("code")?.textContent ?? "";
  return `${item} ${details.querySelector("summary")?.textContent ?? ""}`;
}
