/** The views of the page, and those that only the playground has. */

import { pageViews } from "../Page/views.ts";
import type { View } from "../Page/views.ts";
import { generatedView } from "./generated.ts";
import type { Session } from "./session.ts";
import { versionsView } from "./versions.ts";

/** Without the rule files, which are in the editor. */
export function playgroundViews(session: Session): View[] {
  const kept = pageViews.filter(({ name }) => name !== "source" && name !== "changes");
  return [
    ...kept,
    {
      name: "code",
      label: "Code",
      draw: () => generatedView((language) => session.ask("generate", { language })),
    },
    {
      name: "changes",
      label: "Changes",
      draw: (context) => versionsView(context, session.pinned, session.files, () => session.pin()),
    },
  ];
}
