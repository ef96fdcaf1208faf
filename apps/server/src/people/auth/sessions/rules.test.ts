import { expect, test } from 'vitest'
import { deviceOf } from './rules.ts'

const mozilla = 'Mozilla/5.0'
const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${mozilla} (X11; Linux x86_64) ${webkit} Chrome/141.0 Safari/537.36`, 'Chrome, Linux', 'desktop'],
  [`${mozilla} (Windows NT 10.0) ${webkit} Chrome/141.0 Safari/537.36 Edg/141.0`, 'Edge, Windows', 'desktop'],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 14.4; rv:144.0) Gecko/20100101 Firefox/144.0`,
    'Firefox, macOS',
    'desktop',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Version/18.0 Mobile/15E148 Safari/604.1`,
    'Safari, iOS',
    'mobile',
  ],
  [`${mozilla} (iPad; CPU OS 16_0 like Mac OS X) ${webkit} Safari/604.1`, 'Safari, iPadOS', 'tablet'],
  [
    `${mozilla} (Linux; Android 15; Pixel 9) ${webkit} Chrome/141.0 Mobile Safari/537.36`,
    'Chrome, Android',
    'mobile',
  ],
  [
    `${mozilla} (Linux; Android 14; SM-X710) ${webkit} Chrome/141.0 Safari/537.36`,
    'Chrome, Android',
    'tablet',
  ],
  [
    `${mozilla} (X11; CrOS x86_64) ${webkit} Chrome/141.0 Safari/537.36 OPR/126.0`,
    'Opera, ChromeOS',
    'desktop',
  ],
  [
    `${mozilla} (Linux; Android 15; SM-S921B) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    'Samsung Internet, Android',
    'mobile',
  ],
  ['Firefox/144.0', 'Firefox', 'desktop'],
  ['Windows', 'Windows', 'desktop'],
  ['curl/8.5.0', 'curl', null],
  ['curl-like thing', 'curl-like', null],
  ['/', null, null],
  ['', null, null],
  [null, null, null],
])('%s is %s, %s', (agent, browser, deviceType) => {
  expect(deviceOf(agent)).toEqual({ browser, deviceType })
})
