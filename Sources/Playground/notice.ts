/** News for the reader, above the editor. */

import { h } from "../Page/dom.ts";

export class Notice {
  private readonly place = document.getElementById("notice");

  /** Something that went wrong. */
  alert(text: string): void {
    this.place?.replaceChildren(h("p", { class: "alert", role: "alert" }, text, " ", this.end()));
  }

  /** Something that has happened, with a way back. */
  tell(text: string, label: string, action: () => void): void {
    this.place?.replaceChildren(
      h(
        "p",
        { class: "notice" },
        text,
        " ",
        h("button", { type: "button", class: "plain", onclick: action }, label),
        " ",
        this.end(),
      ),
    );
  }

  clear(): void {
    this.place?.replaceChildren();
  }

  private end(): HTMLElement {
    return h("button", { type: "button", class: "plain", onclick: () => this.clear() }, "Close");
  }
}
