/** What the page was delivered with. */
export type Boot = { basePath: string; version: string; signedIn: boolean; nonce: string | undefined }

function readBoot(): Boot {
  const element = document.getElementById('boot')
  const given = JSON.parse(element?.textContent || '{}') as Partial<Boot>
  return {
    basePath: given.basePath ?? '',
    version: given.version ?? '',
    signedIn: given.signedIn ?? false,
    nonce: given.nonce,
  }
}

export const boot: Boot = readBoot()
