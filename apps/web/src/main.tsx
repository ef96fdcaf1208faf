import { boot } from './lib/boot.ts'
import { reloadOnce } from './lib/reload.ts'

// The sign-in pages are a small separate bundle; the app is loaded after the sign-in.
const path = location.pathname.slice(boot.basePath.length)
const isEntry =
  !boot.signedIn || /^\/(login|setup|new-user|forgotten-password|reset-password|signed-out)\b/.test(path)

const start = isEntry
  ? import('./entry/start.tsx').then(({ startEntry }) => startEntry(path))
  : import('./app/start.tsx').then(({ startApp }) => startApp())

start.catch(() => {
  if (reloadOnce()) return
  document.documentElement.removeAttribute('data-static-shell')
  const root = document.getElementById('root')
  root?.setAttribute('role', 'alert')
  root?.append('Flagstaff could not be loaded. Check your connection, then reload the page.')
})
