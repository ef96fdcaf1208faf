import { expect, test } from 'vitest'
import { emphasise } from './emphasis.ts'

const marked = (message: string, names: (string | null)[]) =>
  emphasise(message, names)
    .map(({ text, strong }) => (strong ? `*${text}*` : text))
    .join('')

test.each<[string, (string | null)[], string]>([
  ['ada turned on checkout', ['ada', 'checkout'], '*ada* turned on *checkout*'],
  ['ada turned on adage', ['ada', 'adage'], '*ada* turned on *adage*'],
  ['ada turned on ada', ['ada', 'ada'], '*ada* turned on *ada*'],
  ['Your token expires', ['system', null], 'Your token expires'],
  ['nothing', ['', 'x'], 'nothing'],
])('%s with %j', (message, names, expected) => {
  expect(marked(message, names)).toBe(expected)
})
