const KEY = 'flagstaff-reloaded-at'
const PAUSE_MS = 60_000

/**
 * Loads the page again when a script of it could not be loaded, as after a deployment that replaced the files. At most
 * once a minute; otherwise false, and the caller shows the error.
 */
export function reloadOnce(): boolean {
  const last = Number(sessionStorage.getItem(KEY))
  if (Date.now() - last < PAUSE_MS) return false
  sessionStorage.setItem(KEY, String(Date.now()))
  location.reload()
  return true
}
