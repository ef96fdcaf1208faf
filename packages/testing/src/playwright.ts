import { test as base, type Page, type Route } from '@playwright/test'
import { type Flags, toEvaluation, toToggle } from './values.ts'

const OFREP = /\/ofrep\/v1\/evaluate\/flags(?:\/([^/?]+))?(?:\?|$)/
const FRONTEND = /\/api\/frontend(?:\/(?:all|client\/(?:metrics|register)))?(?:\?|$)/

/** Answers the requests of frontend SDKs and OFREP providers on a page with these values, without a server. */
export async function answerFlags(page: Page, start: Flags) {
  let current = { ...start }
  await page.route(FRONTEND, (route) => answerFrontend(route, current))
  await page.route(OFREP, (route) => answerOfrep(route, current))
  return {
    /** Changes some flags. The page gets them with its next request. */
    set(changes: Flags) {
      current = { ...current, ...changes }
    },
  }
}

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }

function answerFrontend(route: Route, flags: Flags) {
  const request = route.request()
  if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors })
  if (/\/client\/(metrics|register)/.test(request.url())) return route.fulfill({ status: 202, headers: cors })
  const on = Object.entries(flags).filter(([, value]) => value !== false)
  return route.fulfill({ json: { toggles: on.map(([name, value]) => toToggle(name, value)) }, headers: cors })
}

function answerOfrep(route: Route, flags: Flags) {
  const request = route.request()
  if (request.method() === 'OPTIONS') return route.fulfill({ status: 204, headers: cors })
  const name = OFREP.exec(request.url())?.[1]
  if (name === undefined) {
    const all = Object.entries(flags).map(([key, value]) => toEvaluation(key, value))
    return route.fulfill({ json: { flags: all }, headers: cors })
  }
  const key = decodeURIComponent(name)
  const value = Object.hasOwn(flags, key) ? flags[key] : undefined
  if (value === undefined) {
    const json = { key, errorCode: 'FLAG_NOT_FOUND', errorDetails: 'the test does not set it' }
    return route.fulfill({ status: 404, json, headers: cors })
  }
  return route.fulfill({ json: toEvaluation(key, value), headers: cors })
}

type Fixtures = {
  /** The flags of the test, set with `test.use({ flags: { … } })`. */
  flags: Flags
  /** Changes flags during the test. */
  testFlags: Awaited<ReturnType<typeof answerFlags>>
}

/** Playwright's `test` with flags. */
export const test = base.extend<Fixtures>({
  flags: [{}, { option: true }],
  testFlags: [async ({ page, flags }, use) => use(await answerFlags(page, flags)), { auto: true }],
})
export { expect } from '@playwright/test'
