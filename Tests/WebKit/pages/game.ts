import {
  BridgeError,
  isAvailable,
  onDataUpdate,
  onVisibility,
  sendAnalytics,
  sendGameClose,
  sendInit,
  sendOnReady,
  sendShowInvitation,
  sendTaptic,
  TapticStyle,
} from "./bascule.ts";
import { offer } from "./test.ts";

const seen: string[] = [];

onDataUpdate(({ coins, level, rewards }) => {
  seen.push(`${coins} ${level} ${rewards.map((reward) => reward.title).join()}`);
  evidence(`update ${coins} ${level} ${rewards.length}`);
});
onVisibility(({ isVisible }) => evidence(`visible ${isVisible}`));

/** A page of the first version, without the module. */
globalThis.addEventListener("WebAppEvent", (event) => {
  const { name, body } = (event as CustomEvent<{ name: string; body: unknown }>).detail;
  evidence(`window ${name} ${JSON.stringify(body)}`);
});

offer({
  BridgeError,
  isAvailable,
  sendAnalytics,
  sendGameClose,
  sendInit,
  sendOnReady,
  sendShowInvitation,
  sendTaptic,
  TapticStyle,
  seen,
});
