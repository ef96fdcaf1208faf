import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Failure } from './failure.ts'
import { edgeHelp, isEdgeHelp, moveHelp, readMoveOptions, readStartOptions, startHelp } from './options.ts'

// Each returns the exit code. Set `process.exitCode` to it and do not call `process.exit`: an edge keeps running.

/** `flagstaff start` with the arguments after it. */
export const start = (args: string[]): Promise<number> =>
  reportFailure(async () => {
    const options = readStartOptions(args, process.env)
    if (!options) {
      process.stdout.write(startHelp)
      return 0
    }
    checkNode()
    const { runServer } = await import('./start.ts')
    return runServer(options)
  })

/** `flagstaff edge`: its settings are environment variables. */
export const edge = (args: string[]): Promise<number> =>
  reportFailure(async () => {
    if (isEdgeHelp(args)) {
      process.stdout.write(edgeHelp)
      return 0
    }
    checkNode()
    const { packaged } = await import('./packaged.ts')
    await import(packaged.edge)
    return 0
  })

/** `flagstaff override`: a command of the server, which has the code that signs orders. */
export const override = (args: string[]): Promise<number> =>
  reportFailure(async () => {
    checkNode()
    const { packaged } = await import('./packaged.ts')
    const child = spawn(process.execPath, [packaged.server, 'override', ...args], { stdio: 'inherit' })
    const [code] = await once(child, 'exit')
    return code ?? 1
  })

/** `flagstaff move` with the arguments after it. */
export const move = (args: string[]): Promise<number> =>
  reportFailure(async () => {
    const options = readMoveOptions(args)
    if (!options) {
      process.stdout.write(moveHelp)
      return 0
    }
    checkNode()
    const { runMove } = await import('./move.ts')
    return runMove(options)
  })

/** Prints problems that the user can solve without a stack trace. */
async function reportFailure(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    process.stderr.write(`${error.message}\n`)
    return error.exitCode
  }
}

/** The package also has commands that run on older versions. */
function checkNode() {
  if (Number(process.versions.node.split('.')[0]) < 24)
    throw new Failure(
      `The server and the edge need Node 24 or newer; this is ${process.versions.node}. To use it for this command: npx -y -p node@24 node ${process.argv.slice(1).join(' ')}`,
    )
}
