/** Takes away what `index.html` painted before anything had loaded. */
export const removeStaticShell = () => document.getElementById('static-shell')?.remove()
