import { Command, CommanderError, Option } from 'commander'
import { type Context, contextOf } from './context.ts'
import { exits } from './exit.ts'
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
  program
    .command('verify')
    .argument('[revision:hash]', 'what an earlier run printed')
    .description('verify the hash chain of the event log')
    .action(lazy(async () => (await import('./commands/verify.ts')).verify))
  program
    .command('doctor')
    .description('check the connection to the server')
    .action(lazy(async () => (await import('./commands/doctor.ts')).doctor))
  program
    .command('completion')
    .description('print a completion script for a shell')
    .argument('<shell>', 'bash, zsh, fish or powershell')
    .action(lazy(async () => (await import('./commands/completion.ts')).completion))
  return program
}

const servers = [
  ['start', 'start a server, with its own PostgreSQL unless DATABASE_URL is set (the default command)'],
  ['edge', 'start an edge'],
  ['move', 'copy the data of a server to another database'],
  ['override', 'turn a flag off without the database, with ENCRYPTION_KEY'],
] as const
const types = ['release', 'experiment', 'operational', 'kill-switch', 'permission', 'sunset']
const project = () => new Option('--project <project>', 'the project')
const environment = () => new Option('--env <environment>', 'the environment').makeOptionMandatory()
const reviewed = (command: Command) =>
  command
    .addOption(project())
    .option('--propose', 'make a change request instead')
    .option('--reason <text>', 'why a review or freeze is skipped')

/** Commands get their context and arguments; commander's own parameters end here. */
type Handler = (context: Context<never>, ...args: string[]) => Promise<unknown>

const lazy =
  (load: () => Promise<Handler>) =>
  async (...given: unknown[]) => {
    const command = given.at(-1) as Command
    const handler = await load()
    const exit = await handler(contextOf<never>(command), ...(given.slice(0, -2) as string[]))
    if (typeof exit === 'number') process.exitCode = exit
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
      process.stderr.write(`✗ ${message}\n`)
      for (const note of notes) process.stderr.write(`  ${note}\n`)
      if (id) process.stderr.write(`  request id ${id}\n`)
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
