import type { CodePlan, CodeProgress } from '@flagstaff/contract/code'
import type { Context } from '../../context.ts'
import { CliError, exits } from '../../exit.ts'
import { changedCodes } from '../../report.ts'
import { writeStored } from '../../settings.ts'
import { hasConflict, makePlan, type PlanOptions } from './plan.ts'
import { showPlan } from './show.ts'

type Options = PlanOptions & { yes?: boolean; allowUsed?: boolean; allowMany?: boolean }

export async function apply(context: Context<Options>, given?: string) {
  const { options, output } = context
  if (given !== undefined && (options.overwrite || options.take))
    throw new CliError('--overwrite and --take need a new plan. Leave out the plan.', exits.wrongUse)
  const id = given ?? (await planFirst(context))
  if (id === undefined) return exits.done
  const { allowUsed = false, allowMany = false } = options
  const client = context.client()
  const data = await client.get('POST /api/admin/code/plans/:id/apply', {
    params: { id },
    body: { allowUsed, allowMany },
  })
  const last = lastLine(data)
  if (last.error) throw failure(last)
  const [undo] = last.undo
  if (undo !== undefined && last.undo.length === 1)
    writeStored('last-change.json', { url: client.url, id: undo, text: `plan ${id}` })
  const pages = last.requests.map(
    (one) => `${client.url}/projects/${encodeURIComponent(one.project)}/change-requests/${one.id}`,
  )
  const texts = [outcomeOf(last), ...pages.map((page) => `Waits for approval: ${page}`)]
  output.result(texts.join('\n'), last)
  return pages.length > 0 ? exits.waits : exits.done
}

/** `flags` counts flags in change requests too. */
function outcomeOf({ flags, requests, undo, revision }: CodeProgress): string {
  if (requests.length > 0)
    return undo.length > 0
      ? `Applied what needs no approval, at revision ${revision}.`
      : 'Nothing changes until it is approved.'
  if (flags === 0) return 'No flag changed. The files now manage these flags.'
  return `Applied ${flags} ${flags === 1 ? 'flag' : 'flags'} at revision ${revision}.`
}

/** Makes a plan and asks. Undefined if nothing is to be applied. */
async function planFirst(context: Context<Options>): Promise<string | undefined> {
  const { options, output } = context
  const plan: CodePlan = await makePlan(context)
  if (!output.isJson) output.note(showPlan(plan))
  if (plan.errors.length > 0)
    throw new CliError('Nothing was applied.', hasConflict(plan) ? exits.changed : exits.failed)
  if (plan.parts === 0) {
    output.result('Nothing to apply.', { ...plan, done: 0 })
    return undefined
  }
  if (!options.yes) await confirmed()
  return plan.id
}

async function confirmed() {
  if (!process.stdin.isTTY) throw new CliError('Add --yes to apply without a question.', exits.wrongUse)
  const { confirm } = await import('@clack/prompts')
  if ((await confirm({ message: 'Apply this plan?' })) !== true) throw new CliError('Nothing was applied.')
}

const lastLine = (data: unknown): CodeProgress =>
  JSON.parse(String(data).trim().split('\n').at(-1) ?? '{}') as CodeProgress

type Failure = { code?: string; message?: string }

/** Earlier parts stay, and can be undone. */
function failure({ error, done, parts, undo }: CodeProgress): CliError {
  const { code = '', message = 'The plan could not be applied.' } = error as Failure
  const rest =
    done === 0
      ? 'Nothing was applied.'
      : `${done} of ${parts} parts were applied. Undo them with: ${undo.map((id) => `flagstaff undo ${id}`).join(', ')}`
  return new CliError(`${message} ${rest}`, changedCodes.has(code) ? exits.changed : exits.failed)
}
