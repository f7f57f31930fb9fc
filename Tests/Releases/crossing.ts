// Runs a page of one version against the app of another: deno run crossing.ts PAGE APP. Both are folders with the
// modules generated from the same rules. Prints what each side has received.

const [pageFolder, appFolder] = Deno.args;
const { createTestBridge } = await import(`${appFolder}/bascule.testing.ts`);

const received: unknown[] = [];
const note = (name: string, value: unknown) => received.push([name, value]);

const app = createTestBridge();
const page = await import(`${pageFolder}/bascule.ts`);

const item = {
  sku: "tea",
  note: "hot",
  tags: ["a", "b"],
  options: { gift: true, sizes: [1, null, "x"] },
  added: new Date(Date.UTC(2026, 10, 21, 12, 0, 0, 250)),
  thumbnail: new Uint8Array([0, 1, 255]),
  link: "https://a.example/%C3%BC?x=1#y",
  weight: 0.5,
  isGift: false,
  related: [],
};

app.on("cart", (body: { related: unknown[] }) => {
  note("cart", body);
  return body.related.length + 41;
});
app.on("lookup", (body: unknown) => {
  note("lookup", body);
  return { found: [item], next: null };
});
app.on("search", (body: unknown) => {
  note("search", body);
  return ["tea", ["green", "tea"], { term: "tea", page: 3 }];
});
app.on("app.status", () => ({ kind: "failure", code: 3, message: "no money" }));
app.on("desk.order", (body: number[]) => ({ total: body.length }));
app.on("page", (body: unknown) => {
  note("page", body);
});
for (const name of ["onReady", "addToCart", "app.open", "keys.scan", "prices.seen"]) {
  app.on(name, (body: unknown) => note(name, body ?? null));
}

note("reply cart", await page.sendCart({ ...item, related: [{ ...item, quantity: 7 }] }));
note("reply lookup", await page.sendLookup({ a: [1, undefined, 3] }));
for (const query of ["tea", ["green", "tea"], { term: "tea" }]) {
  note("reply search", await page.sendSearch(query));
}
note("reply status", await page.sendStatus());
note("reply order", await page.sendOrdered([1, 2, 3]));
for (const reason of ["done", "user-cancelled", "timeout", "new in a later version"]) {
  note(
    "reply page",
    await page.sendPage(reason).then(
      () => "settled",
      (error: { code: string }) => error.code,
    ),
  );
}
await page.sendReady();
await page.sendLegacyCart({ any: ["thing", 1, null] });
await page.sendOpen({ url: "https://a.example/" });
await page.sendScanned({ code: "42" });
await page.sendPriceSeen();

// An event before the page listens, and some after.
app.fire("locale", "de");
page.onLocale((value: string) => note("locale", value));
page.onPaymentFinished((value: unknown) => note("paymentFinished", value));
page.onSessionExpired(() => note("sessionExpired", null));
await new Promise((resolve) => setTimeout(resolve));
app.fire("locale", "en");
app.fire("paymentFinished", { kind: "success", receipt: "https://a.example/r", items: [item] });
app.fire("paymentFinished", { kind: "failure", code: 1, message: "declined" });
app.fire("paymentFinished", { kind: "still-pending" });
app.fire("sessionExpired");
await new Promise((resolve) => setTimeout(resolve, 10));

page.implementResizeImages((payload: { maxWidth: number; quality: number }) => {
  note("resizeImages", payload);
  return payload.maxWidth;
});
page.implementHighlightLinks(() => note("highlightLinks", null));
note("reply resizeImages", await app.call("resizeImages", { maxWidth: 320 }));
await app.call("highlightLinks");
note("supports", [page.supports("cart"), page.supports("search")]);
note("version", page.contract.version === page.appContract()?.version);
app.close();
console.log(JSON.stringify(received, null, 1));
