/** Removes the placeholder that `index.html` shows before the app has loaded. */
export const removeStaticShell = () => document.getElementById('static-shell')?.remove()
