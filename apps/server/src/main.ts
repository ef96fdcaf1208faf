import { endOnUncaught, endWith } from '@flagstaff/delivery'

// `node dist/main.js` starts the server; `node dist/main.js doctor` and others run a command and end.

const commands: Record<string, () => Promise<unknown>> = {
  doctor: () => import('./doctor.ts'),
  override: () => import('./override.ts'),
  restored: () => import('./restored.ts'),
}

const [, , name] = process.argv
const command = name === undefined ? () => import('./start.ts') : commands[name]
endOnUncaught()
if (command) await command().catch(endWith)
else {
  process.stderr.write(`there is no command ${name}; there are: ${Object.keys(commands).join(', ')}\n`)
  process.exitCode = 2
}
