// Order matters: most browsers claim to be several others as well.
const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['iPadOS', /\biPad\b/],
  ['iOS', /\biPhone\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

export type Device = { browser: string | null; deviceType: 'desktop' | 'mobile' | 'tablet' | null }

/** A guess at the device from its user agent, good enough for users to recognise their own devices. */
export function deviceOf(userAgent: string | null): Device {
  if (!userAgent) return { browser: null, deviceType: null }
  const browser = nameIn(browsers, userAgent)
  const system = nameIn(systems, userAgent)
  if (!browser && !system) return { browser: userAgent.split(/[\s/]/)[0] || null, deviceType: null }
  return {
    browser: [browser, system].filter(Boolean).join(', '),
    deviceType: /\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/.test(userAgent)
      ? 'tablet'
      : /\bMobi/.test(userAgent)
        ? 'mobile'
        : 'desktop',
  }
}

const nameIn = (marks: typeof browsers, text: string) => marks.find(([, mark]) => mark.test(text))?.[0]
