/**
 * The control: every line after a mark must fail the type check, because an expectation without an
 * error is an error. Never run.
 */
import {
  CloseReason,
  implementResizeImages,
  isAvailable,
  onPaymentFinished,
  sendCart,
  sendEcho,
  sendPage,
  sendPay,
  sendReady,
  sendTrack,
} from "./bridge.ts";
import type { CartItem, CloseReasonInput, Everything } from "./bridge.ts";

// @ts-expect-error: a field is missing
void sendCart({});
// @ts-expect-error: a field has another type
void sendCart({ sku: 1 });
// @ts-expect-error: no such field
void sendCart({ sku: "a", colour: "red" });
// @ts-expect-error: the wire name is not the name
void sendCart({ item_sku: "a" });
// @ts-expect-error: decoded values have all fields
export const item: CartItem = { sku: "a" };
// @ts-expect-error: the reply is a number
export const reply: Promise<string> = sendCart({ sku: "a" });
// @ts-expect-error: no payload here
void sendReady(1);
// @ts-expect-error: a number is no reason
void sendPage(1);
// @ts-expect-error: no such value
void sendPage(CloseReason.unknown);
// @ts-expect-error: the page sends only the values that the enum declares
void sendPage("somethingNew");
// @ts-expect-error: also in a model
void sendCart({ sku: "a", reason: "somethingNew" });
export function sendBack(item: CartItem, reason: CloseReason): void {
  // @ts-expect-error: a newer app may have sent another value
  void sendCart(item);
  // @ts-expect-error: a newer app may have sent another value
  void sendPage(reason);
  // What is received stays open, and what is known can be sent.
  if (reason === "somethingNew") return;
  if (item.reason === CloseReason.done) void sendCart({ ...item, reason: CloseReason.done });
  const known: CloseReasonInput = CloseReason.cancelled;
  void sendPage(known);
  const open: CloseReason = known;
  console.log(open);
}
// @ts-expect-error: no such handler
isAvailable("carts");
// @ts-expect-error: no such case
void sendPay({ kind: "refund" });
// @ts-expect-error: a field of another case
void sendPay({ kind: "success", code: 1 });
// @ts-expect-error: a date is no string
void sendEcho({ ...({} as Everything), moment: "2026-11-21" });
// @ts-expect-error: the channel's strategy has no reply
void sendTrack({ sku: "a" }).then((reply: number) => reply);
onPaymentFinished((result) => {
  // @ts-expect-error: only one case has it
  console.log(result.receipt);
  if (result.kind === "success") console.log(result.receipt);
});
// @ts-expect-error: the reply is a number
implementResizeImages(() => "wide");
// @ts-expect-error: the payload is a number
implementResizeImages((width: string) => width.length);
