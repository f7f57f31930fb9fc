import { offer } from "./test.ts";

/** Requests `count` URLs, each in a turn of its own, and reports the end. */
function navigate(address: string, count: number): void {
  let number = 0;
  const timer = setInterval(() => {
    location.href = address + number++;
    if (number === count) clearInterval(timer);
  }, 0);
}

/** Opens `count` windows, and reports how many the engine has made. */
function openWindows(address: string, count: number): void {
  let made = 0;
  for (let number = 0; number < count; number++) if (open(address + number)) made++;
  evidence(`windows ${made}`);
}

/** Loads `count` images, and reports when each is shown or has failed. */
function loadImages(address: string, count: number): void {
  let done = 0;
  for (let number = 0; number < count; number++) {
    const image = new Image();
    image.onload = image.onerror = () => {
      if (++done === count) evidence(`images ${done}`);
    };
    image.src = address + number;
  }
}

offer({ navigate, openWindows, loadImages });
