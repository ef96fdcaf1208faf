import { type Comparison, cutOverList, openComparison, type ShadowReport } from '@flagstaff/moving'
import type { Context } from '../../context.ts'
import { CliError, exits } from '../../exit.ts'
import { readDuration } from './duration.ts'
import { type FromOptions, isPassing, reading, sidesOf, stoppable } from './sides.ts'
import { reportText } from './texts.ts'

type Options = FromOptions & { contexts: string; env?: string[]; untilClean?: string }

const ROUND_MS = 60_000

export async function shadow(context: Context<Options>) {
  const { options, output } = context
  const until = options.untilClean === undefined ? undefined : readDuration(options.untilClean)
  const stop = stoppable()
  const comparison = openComparison(sidesOf(context), {
    contexts: readKinds(options.contexts),
    environments: options.env,
    signal: stop.signal,
    onProgress: (text) => output.progress(text),
  })
  try {
    if (until !== undefined) return await untilClean(context, comparison, until, stop)
    const report = await reading(() => comparison.round())
    show(context, report)
    return report.clean ? exits.done : exits.differs
  } finally {
    stop.close()
    await comparison.close()
  }
}

function show({ output }: Context<Options>, report: ShadowReport) {
  const list = report.clean ? ['', 'Before you switch over:', ...cutOverList.map((one) => `  ${one}`)] : []
  output.result([...reportText(report), ...list].join('\n'), { ...report, cutOver: cutOverList })
}

/** One round a minute. A difference starts the time again. */
async function untilClean(
  context: Context<Options>,
  comparison: Comparison,
  until: number,
  stop: ReturnType<typeof stoppable>,
): Promise<number> {
  let since: number | undefined
  while (!stop.signal.aborted) {
    const began = Date.now()
    const report = await round(context, comparison)
    if (report?.clean) {
      since ??= began
      if (Date.now() - since >= until) {
        show(context, report)
        return exits.done
      }
    } else since = undefined
    await stop.wait(Math.min(ROUND_MS, since === undefined ? ROUND_MS : since + until - Date.now()))
  }
  return exits.differs
}

async function round({ output }: Context<Options>, comparison: Comparison) {
  try {
    const report = await comparison.round()
    const count = report.environments.reduce((sum, { mismatches }) => sum + mismatches.length, 0)
    const text = report.clean
      ? 'clean'
      : `${count} mismatches${report.notCompared.length > 0 ? ', not everything was compared' : ''}`
    output.line(`${report.at} ${text}`, report)
    if (!report.clean && !output.isJson) for (const line of reportText(report)) output.note(line)
    return report
  } catch (error) {
    if (!isPassing(error)) throw error
    output.note(error.message)
    return undefined
  }
}

function readKinds(text: string): ('recorded' | 'generated')[] {
  return text.split(',').map((kind) => {
    if (kind === 'recorded' || kind === 'generated') return kind
    throw new CliError('--contexts is recorded, generated, or both with a comma.', exits.wrongUse)
  })
}
