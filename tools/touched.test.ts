import { expect, test } from 'vitest'
import { touchedBy } from './touched.ts'

const src = 'apps/server/src'

test.each([
  [`${src}/outside/signals/intake/routes.ts`, [`${src}/outside/signals/`]],
  [`${src}/setup/segments/rules.ts`, [`${src}/setup/segments/`]],
  [`${src}/flags/rules/accept.ts`, [`${src}/flags/`]],
  [`${src}/platform/http/server.ts`, [`${src}/platform/`]],
  [`${src}/app.ts`, []],
  ['apps/server/test/permissions.test.ts', ['apps/server/test/permissions.test.ts']],
  ['apps/web/src/main.tsx', []],
])('a change of %s touches %j', (file, touched) => {
  expect(touchedBy(file)).toEqual(touched)
})
