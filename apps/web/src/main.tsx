import { boot } from './lib/boot.ts'

// The sign-in pages are a small separate bundle; the app is loaded after the sign-in.
const path = location.pathname.slice(boot.basePath.length)
const isEntry =
  !boot.signedIn || /^\/(login|setup|new-user|forgotten-password|reset-password|signed-out)\b/.test(path)

if (isEntry) void import('./entry/start.tsx').then(({ startEntry }) => startEntry(path))
else void import('./app/start.tsx').then(({ startApp }) => startApp())
