import {
  implementApplyTheme,
  implementContentHeight,
  implementMarkLinks,
  implementResizeEmbeds,
  Theme,
} from "./bascule.ts";
import { offer } from "./test.ts";

const log: string[] = [];
let release = (): void => {};
const released = new Promise<void>((resolve) => release = resolve);

const stops = {
  resizeEmbeds: implementResizeEmbeds(({ maxWidth }) => {
    evidence(`resize ${maxWidth}`);
    for (const image of document.images) image.setAttribute("width", String(maxWidth));
    return `at most ${maxWidth}`;
  }),
  applyTheme: implementApplyTheme(async ({ name, textScale }) => {
    evidence("theme asked");
    await released;
    document.body.className = name;
    return `${name === Theme.light ? "light" : "other"} ${textScale}`;
  }),
  markLinks: implementMarkLinks(() => `${document.links.length} links`),
  contentHeight: implementContentHeight(() => document.images.length + 0.5),
};

offer({ log, stops, release: () => release() });
