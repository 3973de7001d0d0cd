// Sets the theme before the first paint. A file of its own, so that no inline script is needed.
(function () {
  function stored() {
    try {
      return window.localStorage.getItem('mantine-color-scheme-value');
    } catch {
      return null; // storage is off: follow the system
    }
  }
  var chosen = stored();
  var dark = chosen === 'dark' ||
    (chosen !== 'light' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
