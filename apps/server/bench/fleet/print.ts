import { short } from '../delivery/numbers.ts'
import type { Result } from './run.ts'

/** Prints everything, and gives back what is at fault. */
export function printResult(result: Result): string[] {
  const { options, phases, regions, counts, usage, load } = result
  console.log(
    `\n${options.from ? `upgraded from ${options.from}` : 'upgraded to the same build: --from names an older one'}\n`,
  )
  const cells = (values: (string | number)[]) => values.map((value) => String(value).padStart(12)).join('')
  console.log(
    `${'change → seen, ms'.padEnd(24)}${regions.map(({ region }) => cells([`${region} p50`, 'p99', 'most'])).join('')}`,
  )
  for (const [index, { name, from, to }] of phases.entries()) {
    const delays = regions.map(({ seen }) => {
      const { p50 = Number.NaN, p99 = Number.NaN, most = Number.NaN } = seen.phases[index] ?? {}
      return cells([p50, p99, most].map(short))
    })
    console.log(`${`${name}, ${Math.round((to - from) / 1000)} s`.padEnd(24)}${delays.join('')}`)
  }
  const [worst] = regions
    .flatMap(({ seen }) =>
      seen.phases.flatMap(({ byAddress }, index) =>
        byAddress.map(({ name, delays }) => ({ phase: phases[index]?.name, name, most: delays.most })),
      ),
    )
    .sort((a, b) => b.most - a.most)
  if (worst) console.log(`the slowest: ${short(worst.most)} ms at ${worst.name}, ${worst.phase}`)
  console.log(`\n${'counts'.padEnd(24)}${cells(['acknowledged', 'unanswered', 'stored'])}`)
  for (const { app, acknowledged, unanswered, stored } of counts)
    console.log(`${app.padEnd(24)}${cells([acknowledged, unanswered, stored])}`)
  console.log(`\n${'process'.padEnd(24)}${cells(['CPU s', 'of a core', 'MiB'])}`)
  for (const { name, cpuSeconds, mebibytes } of usage)
    console.log(
      `${name.padEnd(24)}${cells([short(cpuSeconds), `${short((cpuSeconds / result.seconds) * 100)} %`, short(mebibytes)])}`,
    )
  console.log(
    `\n${result.changes} changes, ${result.retried} attempts repeated; load ${load.before.toFixed(1)} before, ${load.after.toFixed(1)} after`,
  )
  for (const { region, verdict } of regions) {
    const { readers, wrong, polls, notModified, failed, reconnects, setBack } = verdict
    console.log(
      `${region}: ${readers} readers, ${wrong.length} wrong; ${polls} polls, ${notModified} not modified, ${failed} failed; streams reconnected ${reconnects} times, were set back ${setBack} times`,
    )
  }
  const faults = faultsIn(result)
  console.log(
    faults.length > 0 ? `\n${faults.join('\n')}` : '\nno reader wrong, no change lost, no count lost',
  )
  return faults
}

function faultsIn({ regions, counts, lost, misjudged }: Result): string[] {
  const verdicts = regions.flatMap(({ region, verdict: { wrong, closed } }) => [
    ...wrong.slice(0, 20).map((one) => `wrong in ${region}: ${one}`),
    ...(wrong.length > 20 ? [`wrong in ${region}: ${wrong.length} readers in all`] : []),
    ...(closed > 0 ? [`${closed} streams in ${region} did not reconnect`] : []),
  ])
  const sums = counts.flatMap(({ app, acknowledged, unanswered, stored }) => {
    if (stored < acknowledged) return [`${acknowledged - stored} counts of ${app} are lost`]
    return stored > acknowledged + unanswered
      ? [`${stored - acknowledged} counts of ${app} are stored twice`]
      : []
  })
  return [
    ...verdicts,
    ...sums,
    ...lost.map(({ flag, environment, isOn }) => `lost: ${flag} ${isOn ? 'on' : 'off'} in ${environment}`),
    ...misjudged.map((flag) => `a fresh server serves another state than the tables: ${flag}`),
  ]
}
