import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Context } from '../context.ts'
import { exits } from '../exit.ts'
import { generateTypeScript } from '../generate/code.ts'
import type { SdkName } from '../generate/sdks.ts'

type Options = { sdk: SdkName; out: string; project?: string; check?: boolean }

/** Writes typed accessors, or with `--check` says whether the file is up to date. */
export async function typescript({ client, options, output }: Context<Options>) {
  const { sdk, out, project, check } = options
  const query = { details: true, ...(project === undefined ? {} : { project }) }
  const { flags } = await client().get('GET /openfeature/v0/manifest', { query })
  // A project that does not exist has no flags either, and an empty file would replace the old one.
  if (project !== undefined && flags.length === 0)
    await client().get('GET /api/admin/projects/:projectId/overview', { params: { projectId: project } })
  const code = generateTypeScript(flags, sdk)
  const present = existsSync(out) ? readFileSync(out, 'utf8') : undefined
  const changed = present !== code
  const facts = { out, flags: flags.length, changed }
  if (check) {
    const repeat = `flagstaff generate ts --sdk ${sdk} --out ${out}`
    output.result(changed ? `${out} is out of date. Run \`${repeat}\`.` : `${out} is up to date`, facts)
    return changed ? exits.differs : exits.done
  }
  if (changed) {
    mkdirSync(dirname(out), { recursive: true })
    writeFileSync(out, code)
  }
  output.result(`${changed ? 'Wrote' : 'Nothing to change:'} ${flags.length} flags in ${out}`, facts)
  return exits.done
}
