/**
 * A fleet in two regions on this machine: three servers, six edges, and simulated SDKs that poll, stream, evaluate and
 * report counts, while flags change 10 times a second. Servers and edges are upgraded one after the other, a server is
 * killed, and a region is cut off. Prints how long changes took to be seen, and fails if a reader is wrong in the end,
 * or if an acknowledged change or count is lost. Build first. 5,000 SDKs need 20,000 open files (`ulimit -n 20000`).
 *
 *   pnpm bench fleet [--sdks 5000] [--minutes 4] [--from <folder>] [--page]
 *
 * `--minutes` is the time without a fault, `--from` a folder with a built checkout of an older version to upgrade from.
 * `--page` writes the result to the page of measurements.
 */
import { parseArgs } from 'node:util'
import { writePage } from './page.ts'
import { printResult } from './print.ts'
import { runFleet } from './run.ts'

const { values } = parseArgs({
  options: {
    sdks: { type: 'string', default: '5000' },
    minutes: { type: 'string', default: '4' },
    from: { type: 'string' },
    page: { type: 'boolean', default: false },
  },
})
const result = await runFleet({
  sdks: Number(values.sdks),
  minutes: Number(values.minutes),
  from: values.from,
})
const faults = printResult(result)
if (values.page) writePage(result)
if (faults.length > 0) process.exitCode = 1
