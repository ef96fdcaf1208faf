/** The available sign-in methods, in addition to the password or instead of it. */
export type WaysIn = { options: { type: string; path: string }[]; passwordHidden: boolean }

/** The data that the page was delivered with. */
export type Boot = {
  basePath: string
  version: string
  signedIn: boolean
  /** The newest revision when the page was delivered, for signed-in users. */
  revision: number | undefined
  /** Whether the server can send email. */
  mail: boolean
  nonce: string | undefined
  waysIn: WaysIn
  /** Whether an email address is enough to sign in. */
  demo: boolean
  /** Whether there is no administrator yet. */
  needsSetup: boolean
  /** Whether the browser sent an expired session. */
  expired: boolean
}

function readBoot(): Boot {
  const element = document.getElementById('boot')
  const given = JSON.parse(element?.textContent || '{}') as Partial<Boot>
  return {
    basePath: given.basePath ?? '',
    version: given.version ?? '',
    signedIn: given.signedIn ?? false,
    revision: given.revision,
    mail: given.mail ?? false,
    nonce: given.nonce,
    waysIn: given.waysIn ?? { options: [], passwordHidden: false },
    demo: given.demo ?? false,
    needsSetup: given.needsSetup ?? false,
    expired: given.expired ?? false,
  }
}

export const boot: Boot = readBoot()
