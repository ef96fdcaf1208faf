/** Loaded with `--import` into servers and edges under test: prints callbacks that block the event loop once it is ready. */
import { nameRequests, watchCallbacks } from './callback-watch.ts'
import { BLOCKED, takeSevere } from './watched.ts'

const REPORT_EVERY_MS = 250

const watch = watchCallbacks({ background: true })
let ready = false

nameRequests(watch.enter, ({ url }, { statusCode }) => {
  if (ready || statusCode !== 200 || !/\/(ready|health)\b/.test(url ?? '')) return
  ready = true
  watch.begin()
  setInterval(report, REPORT_EVERY_MS).unref()
})

async function report() {
  for (const { requests, ms } of takeSevere(await watch.found()))
    process.stderr.write(`${BLOCKED} ${ms} ms: ${requests.join(', ') || 'in the background'}\n`)
}
