document.documentElement.classList.add("fonts-from-app");
