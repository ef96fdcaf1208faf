import type { Line } from './bench.ts'
import { short } from './numbers.ts'

const row = (cells: string[]) => {
  const [what = '', ours = '', bare = '', unleash = '', unit = '', ...rest] = cells
  const numbers = [ours, bare, unleash].map((cell) => cell.padStart(9)).join(' ')
  console.log(`${what.padEnd(52)} ${numbers}  ${unit.padEnd(11)} ${rest.join('  ')}`)
}

export const printHead = () => row(['', 'ours', 'bare', 'Unleash', '', ''])

export function print({ what, ours, bare, unleash, unit, reached, promised, held, notes = [] }: Line) {
  const numbers = [ours, bare, unleash].map((value) => (value === undefined ? '' : short(value)))
  row([what, ...numbers, unit, held ? 'held  ' : 'MISSED', `${reached} (promised: ${promised})`])
  for (const note of notes) console.log(`    ${note}`)
}
