import { Argument, Command, CommanderError, Option } from 'commander'
import { type Context, contextOf } from './context.ts'
import { exits } from './exit.ts'
import { printable } from './output.ts'
import { reportOf } from './report.ts'
import { version } from './version.ts'

/** All commands. Each is loaded when it is used, so that starting stays fast. */
export function buildProgram(): Command {
  const program = new Command('flagstaff')
    .description('Feature flags from the command line')
    .version(version)
    .option('--url <url>', 'the server')
    .option('--token <token>', 'a personal or service account token; prefer FLAGSTAFF_TOKEN')
    .option('--json', 'print JSON')
    .showHelpAfterError('Run with --help for usage.')
    .exitOverride()

  for (const [name, description] of servers)
    program
      .command(name)
      .description(description)
      .allowUnknownOption()
      .allowExcessArguments()
      .helpOption(false)
      .action(async (_options, command: Command) => {
        process.exitCode = await (await import('./start/index.ts'))[name](command.args)
      })
  program
    .command('login')
    .argument('[url]', 'the server')
    .description('sign in to a server in the browser')
    .option('--name <name>', 'what to call the server, for `flagstaff use`')
    .option('--days <days>', 'how long the token is valid, 1 to 365', '30')
    .option('--no-open', 'do not open the browser')
    .action(lazy(async () => (await import('./commands/login.ts')).login))
  program
    .command('logout')
    .description('delete the token of this computer')
    .action(lazy(async () => (await import('./commands/login.ts')).logout))
  program
    .command('whoami')
    .description('show the server and the account')
    .action(lazy(async () => (await import('./commands/whoami.ts')).whoami))
  program
    .command('use')
    .argument('[name]', 'the name of a server')
    .description('choose a server, or list them')
    .action(lazy(async () => (await import('./commands/use.ts')).use))

  const flags = program.command('flags').description('list and change flags')
  flags
    .command('list')
    .description('list flags')
    .addOption(project())
    .option('--query <text>', 'only flags with this text')
    .option('--archived', 'archived flags instead')
    .action(lazy(async () => (await import('./commands/flags/list.ts')).list))
  flags
    .command('show')
    .argument('<flag>')
    .description('show a flag and its environments')
    .addOption(project())
    .action(lazy(async () => (await import('./commands/flags/show.ts')).show))
  flags
    .command('create')
    .argument('<flag>')
    .description('create a flag, off everywhere')
    .addOption(project().default('default'))
    .addOption(new Option('--type <type>', 'the type of the flag').choices(types).default('release'))
    .option('--description <text>', 'what the flag is for')
    .action(lazy(async () => (await import('./commands/flags/create.ts')).create))
  for (const state of ['on', 'off'] as const)
    reviewed(flags.command(state).argument('<flag>').description(`turn ${state} a flag in an environment`))
      .addOption(environment())
      .action(lazy(async () => (await import('./commands/flags/turn.ts'))[state]))
  reviewed(flags.command('archive').argument('<flag>').description('archive a flag')).action(
    lazy(async () => (await import('./commands/flags/archive.ts')).archive),
  )

  program
    .command('open')
    .argument('<flag>')
    .description('open the page of a flag')
    .addOption(project())
    .action(lazy(async () => (await import('./commands/open.ts')).open))
  program
    .command('explain')
    .argument('<flag>')
    .description('show what a flag returns for a context, and why')
    .addOption(environment())
    .addOption(project())
    .option('--context <field=value...>', 'context fields, such as userId=42')
    .option('--at <time or revision>', 'evaluate a past state')
    .action(lazy(async () => (await import('./commands/explain.ts')).explain))
  program
    .command('convert')
    .addArgument(
      new Argument('<product>', 'where the flags come from').choices(['launchdarkly', 'flagsmith']),
    )
    .argument('<file>', 'what it exported, as JSON')
    .description('write flag files from what another product exported')
    .option('--out <folder>', 'where to write them', 'flags')
    .option('--env <environment>', 'the environment that Flagsmith exported', 'production')
    .option('--add', 'add environments to existing files')
    .option('--overwrite', 'replace existing files')
    .action(lazy(async () => (await import('./commands/convert.ts')).convert))
  program
    .command('watch')
    .description('show changes as they happen')
    .option('--env <environment>', 'only this environment')
    .addOption(project())
    .action(lazy(async () => (await import('./commands/watch.ts')).watch))
  program
    .command('undo')
    .argument('[id]', 'the change; the last one of this computer by default')
    .description('undo a change of the last 10 minutes')
    .option('--propose', 'make a change request instead')
    .action(lazy(async () => (await import('./commands/undo.ts')).undo))
  addCodeCommands(program)
  program
    .command('manifest')
    .description('print the flags as a manifest of the OpenFeature CLI')
    .addOption(project())
    .option('--out <file>', 'write the manifest to a file')
    .action(lazy(async () => (await import('./commands/manifest.ts')).manifest))
  program
    .command('generate')
    .description('generate code')
    .command('ts')
    .description('write typed accessors of flags for TypeScript')
    .addOption(
      new Option('--sdk <sdk>', 'what evaluates the flags').choices(generators).makeOptionMandatory(),
    )
    .requiredOption('--out <file>', 'the file to write')
    .addOption(project())
    .option('--check', 'write nothing, and end with 3 if the file is out of date')
    .action(lazy(async () => (await import('./commands/generate.ts')).typescript))
  program
    .command('scan')
    .description('find flags in the code of a git repository')
    .option('--upload', 'show the references in Flagstaff')
    .option('--snippets', 'upload the lines of code too')
    .option('--fail-on <kinds>', 'end with 1 if the code has unknown or archived flags: unknown,archived')
    .option('--repository <name>', 'the name of the repository; by default that of the remote origin')
    .option('--branch <name>', 'the name of the branch; by default the one that is checked out')
    .option('--link <template>', 'the address of a line, with {commit}, {branch}, {path} and {line}')
    .action(lazy(async () => (await import('./commands/scan.ts')).scan))
  program
    .command('dev')
    .description('serve a read-only copy of an environment on this computer, with overrides')
    .addOption(environment())
    .option('--overrides <file>', 'flags that are different here, such as {"new-checkout": true}')
    .option('--port <port>', 'where to listen', '3063')
    .option('--sdk-token <token>', 'a backend token; prefer FLAGSTAFF_SDK_TOKEN')
    .action(lazy(async () => (await import('./start/dev.ts')).dev))
  program
    .command('mcp')
    .description('answer an assistant over the Model Context Protocol, on standard input and output')
    .option('--login', 'create a token that can only propose changes, and use it from then on')
    .option('--days <days>', 'how long that token is valid, 1 to 365', '30')
    .option('--no-open', 'do not open the browser')
    .action(lazy(async () => (await import('./commands/mcp.ts')).mcp))
  program
  const from = (command: Command) =>
    command
      .requiredOption('--from <url>', 'the Unleash server')
      .option('--from-token <token>', 'a token with admin rights there; prefer UNLEASH_TOKEN')
  from(
    program
      .command('import')
      .description('import from another product')
      .command('unleash')
      .description('import flags, segments and tokens from an Unleash server'),
  )
    .option('--plan', 'show what would be imported, and change nothing')
    .option('--yes', 'import without a question')
    .option('--follow', 'afterwards repeat what changes there, until you stop it')
    .option('--take <flag...>', 'overwrite these flags, although they were changed here')
    .option('--invite', 'send invitations to the new accounts')
    .option('--no-tokens', 'leave API tokens out')
    .option('--no-users', 'leave accounts out')
    .action(lazy(async () => (await import('./commands/moving/import-unleash.ts')).importUnleash))
  from(program.command('shadow').description('compare the answers of an Unleash server and this one'))
    .option('--contexts <kinds>', 'recorded, generated, or both with a comma', 'recorded,generated')
    .option('--env <environment...>', 'only these environments')
    .option('--until-clean <duration>', 'repeat until nothing differs for so long, such as 24h')
    .action(lazy(async () => (await import('./commands/moving/shadow.ts')).shadow))
  program
    .command('remove')
    .argument('<flag>')
    .description('remove a flag from TypeScript code')
    .requiredOption('--value <value>', 'what the flag has become: on, off, or the name of a variant')
    .option('--payload <text>', 'the payload of the variant')
    .option('--project <file>', 'the tsconfig.json of the code', 'tsconfig.json')
    .option('--call <module#function...>', 'more functions that evaluate a flag')
    .addOption(new Option('--write', 'change the files').conflicts(['patch', 'branch']))
    .addOption(new Option('--patch <file>', 'write a patch').conflicts('branch'))
    .option('--branch', 'commit the change to a new branch')
    .action(lazy(async () => (await import('./commands/remove.ts')).remove))
  program
    .command('verify')
    .argument('[revision:hash]', 'what an earlier run printed')
    .description('verify the hash chain of the event log')
    .action(lazy(async () => (await import('./commands/verify.ts')).verify))
  addEventCommands(program)
  program
    .command('doctor')
    .description('check the connection to the server')
    .action(lazy(async () => (await import('./commands/doctor.ts')).doctor))
  program
    .command('completion')
    .description('print a completion script for a shell')
    .argument('[shell]', 'bash, zsh, fish or powershell')
    .addOption(
      new Option('--names <kind>', 'print names on the server').choices([
        'flags',
        'projects',
        'environments',
      ]),
    )
    .action(lazy(async () => (await import('./commands/completion/completion.ts')).completion))
  return program
}

/** Old parts of the event log. */
function addEventCommands(program: Command) {
  const events = program.command('events').description('export and remove old parts of the event log')
  events
    .command('parts')
    .description('list the parts of the event log')
    .action(lazy(async () => (await import('./commands/events/parts.ts')).parts))
  events
    .command('export')
    .argument('<last>', 'the last event of the part')
    .description('write a part to a file, and verify the file')
    .option('--out <file>', 'the name of the file')
    .action(lazy(async () => (await import('./commands/events/export.ts')).exportPart))
  events
    .command('check')
    .argument('<file>')
    .description('verify the file of a part, without a server')
    .action(lazy(async () => (await import('./commands/events/check.ts')).check))
  events
    .command('remove')
    .argument('<file>', 'the file of the oldest part')
    .description('remove the part that a file holds from the server')
    .option('--yes', 'remove without a question')
    .action(lazy(async () => (await import('./commands/events/remove.ts')).remove))
}

/** Flags as code. */
function addCodeCommands(program: Command) {
  const overriding = (command: Command) =>
    command
      .option('--overwrite <flag...>', 'let files win over what people changed')
      .option('--take', 'take over fields that another owner manages')
  program
    .command('export')
    .description('write the flags of a project as files')
    .addOption(project())
    .option('--dir <folder>', 'the folder for new files')
    .action(lazy(async () => (await import('./commands/code/export.ts')).exportFiles))
  program
    .command('validate')
    .description('check flag files without a server')
    .action(lazy(async () => (await import('./commands/code/validate.ts')).validate))
  overriding(program.command('plan'))
    .description('show what flag files would change')
    .option('--exit-code', 'exit with 3 if there is something to apply')
    .addOption(new Option('--comment <where>', 'comment on the pull request').choices(['github']))
    .action(lazy(async () => (await import('./commands/code/plan.ts')).plan))
  overriding(program.command('apply'))
    .argument('[plan]', 'the plan; a new one by default')
    .description('apply flag files')
    .option('--yes', 'do not ask')
    .option('--allow-used', 'archive flags that were evaluated in the last 7 days')
    .option('--allow-many', 'remove more than a fifth of the flags')
    .action(lazy(async () => (await import('./commands/code/apply.ts')).apply))
  program
    .command('drift')
    .description('list managed fields that people have changed')
    .option('--owner <owner>', 'the owner; that of flagstaff.yaml by default')
    .action(lazy(async () => (await import('./commands/code/drift.ts')).drift))
}

const servers = [
  ['start', 'start a server, with its own PostgreSQL unless DATABASE_URL is set (the default command)'],
  ['edge', 'start an edge'],
  ['move', 'copy the data of a server to another database'],
  ['override', 'turn a flag off without the database, with ENCRYPTION_KEY'],
] as const
const generators = ['openfeature', 'unleash', 'react']
const types = ['release', 'experiment', 'operational', 'kill-switch', 'permission', 'sunset']
const project = () => new Option('--project <project>', 'the project')
const environment = () => new Option('--env <environment>', 'the environment').makeOptionMandatory()
const reviewed = (command: Command) =>
  command
    .addOption(project())
    .option('--propose', 'make a change request instead')
    .option('--reason <text>', 'why a review, a freeze or a lock is skipped')

/** Commands get their context and arguments; commander's own parameters end here. */
type Handler = (context: Context<never>, ...args: string[]) => Promise<unknown>

const lazy =
  (load: () => Promise<Handler>) =>
  async (...given: unknown[]) => {
    const command = given.at(-1) as Command
    process.stdout.on('error', endWithReader)
    const handler = await load()
    const exit = await handler(contextOf<never>(command), ...(given.slice(0, -2) as string[]))
    if (typeof exit === 'number') process.exitCode = exit
  }

/** Ends when nothing reads the output any more, as in `flagstaff flags list | head`. */
function endWithReader(error: NodeJS.ErrnoException) {
  if (error.code !== 'EPIPE') throw error
  process.exit()
}

/** Runs a command and returns the exit status. */
export async function run(argv: readonly string[], program = buildProgram()): Promise<number> {
  for (const command of everyOf(program)) command.exitOverride()
  try {
    await program.parseAsync(idLast(argv), { from: 'user' })
    return Number(process.exitCode ?? exits.done)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exits.done : exits.wrongUse
    const { exit, message, notes, id, code } = reportOf(error)
    if (argv.includes('--json'))
      process.stderr.write(`${JSON.stringify({ error: { message, notes, id, code, exit } })}\n`)
    else {
      const lines = [
        `✗ ${message}`,
        ...notes.map((note) => `  ${note}`),
        ...(id ? [`  request id ${id}`] : []),
      ]
      for (const line of lines) process.stderr.write(`${printable(line, '\n')}\n`)
    }
    return exit
  }
}

/** Ids of changes can begin with a dash, which would make them options. */
function idLast(argv: readonly string[]): readonly string[] {
  const id = argv[0] === 'undo' ? argv.find((one) => /^-[\w-]{21}$/.test(one)) : undefined
  return id === undefined ? argv : [...argv.filter((one) => one !== id), '--', id]
}

/** The command and all below it. */
export const everyOf = (command: Command): Command[] => [command, ...command.commands.flatMap(everyOf)]
