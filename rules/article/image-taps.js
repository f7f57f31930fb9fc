document.addEventListener("click", (event) => {
  const image = event.target instanceof Element ? event.target.closest("img") : null;
  if (image) {
    window.webkit.messageHandlers.imageTap.postMessage({ link: image.currentSrc || image.src });
  }
});
