import { run } from './program.ts'

const args = process.argv.slice(2)
const [first = ''] = args
/** `flagstaff` and `flagstaff --port 5000` start a server. */
const isStart =
  args.length === 0 || (first.startsWith('-') && !/^(-h|-V|--(help|version|json|url|token)(=|$))/.test(first))

process.exitCode = await run(isStart ? ['start', ...args] : args)
