// Sets theme and language from the address before the first paint, so that no frame shows the wrong ones.
(function () {
  var query = new URLSearchParams(location.search);
  var asked = query.get("theme") || "system";
  var isDark = window.matchMedia("(prefers-color-scheme: dark)").matches;
  var isContrast = window.matchMedia("(prefers-contrast: more)").matches;
  var theme = asked === "system" ? (isContrast ? "contrast" : isDark ? "dark" : "light") : asked;
  var root = document.documentElement;
  root.setAttribute("data-theme", theme);
  root.className = theme === "light" ? "light" : "dark";
  root.lang = query.get("language") === "zh-CN" ? "zh-CN" : "en";
  root.setAttribute("data-platform", /mac/i.test(navigator.platform) ? "mac" : "other");
})();
