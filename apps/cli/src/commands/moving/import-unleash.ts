import { importAll, type MovePlan, makePlan, openFollower, type Sides } from '@flagstaff/moving'
import type { Context } from '../../context.ts'
import { CliError, exits } from '../../exit.ts'
import { type FromOptions, isPassing, reading, sidesOf, stoppable } from './sides.ts'
import { blockedText, differenceText, labelOf, planNotes, stateOf } from './texts.ts'

type Options = FromOptions & {
  plan?: boolean
  yes?: boolean
  follow?: boolean
  take?: string[]
  invite?: boolean
  tokens: boolean
  users: boolean
}
const FOLLOW_MS = 5_000

export async function importUnleash(context: Context<Options>) {
  const { options, output } = context
  const sides = sidesOf(context)
  const plan = await reading(() => makePlan(sides))
  if (options.plan) return showPlan(context, plan)
  if (!options.yes) await confirm(context, plan)
  const { invite = false, tokens, users } = options
  const chosen = { invite, tokens, users, take: new Set(options.take ?? []) }
  const report = await reading(() =>
    importAll(sides, {
      ...chosen,
      onProgress: ({ kind, done, total }) => output.progress(`${labelOf(kind, total)}: ${done} of ${total}`),
    }),
  )
  const needNew = plan.tokens.needNew
  for (const one of report.differences) output.note(differenceText(one))
  for (const one of report.blocked) output.note(blockedText(one))
  for (const { name, environment } of needNew)
    output.note(`token ${name} (${environment}) needs a new secret`)
  const text = `Created ${report.created} and updated ${report.updated} objects.`
  if (options.follow) {
    output.line(text, { imported: { ...report, needNew } })
    return follow(context, sides, chosen)
  }
  output.result(text, { ...report, needNew })
  return report.blocked.length > 0 ? exits.failed : exits.done
}

function showPlan({ output }: Context<Options>, plan: MovePlan) {
  output.table(
    plan.rows,
    [
      { label: 'WHAT', of: ({ kind, total }) => labelOf(kind, total) },
      { label: 'NUMBER', of: ({ total }) => total },
      { label: 'PLAN', of: stateOf },
    ],
    plan,
  )
  if (!output.isJson) for (const note of planNotes(plan)) output.note(note)
  return exits.done
}

async function confirm(context: Context<Options>, plan: MovePlan) {
  if (!process.stdin.isTTY || context.output.isJson)
    throw new CliError('Add --plan to see what would be imported, or --yes to import it.', exits.wrongUse)
  showPlan(context, plan)
  const { confirm: ask, isCancel } = await import('@clack/prompts')
  const answer = await ask({ message: `Import from ${plan.from}?` })
  if (isCancel(answer) || !answer) throw new CliError('Nothing was imported.')
}

/** Repeats changes until the user stops it. A server that does not answer is asked again. */
async function follow(
  { output }: Context<Options>,
  sides: Sides,
  options: Parameters<typeof openFollower>[1],
) {
  const stop = stoppable()
  const follower = await reading(() => openFollower(sides, options))
  output.note(`Following ${sides.source.url}. Ctrl-C stops it.`)
  const told = new Set<string>()
  while (!stop.signal.aborted) {
    try {
      const found = await follower.look()
      if (found) {
        const text = found.flags ? found.flags.join(', ') : 'everything'
        output.line(`${new Date().toISOString()} ${found.updated} updated: ${text}`, found)
        for (const line of [...found.differences.map(differenceText), ...found.blocked.map(blockedText)]) {
          if (!told.has(line)) output.note(line)
          told.add(line)
        }
      }
    } catch (error) {
      if (!isPassing(error)) throw error
      output.note(error.message)
    }
    await stop.wait(FOLLOW_MS)
  }
  stop.close()
  return exits.done
}
