import {
  DeviceCodes,
  DeviceSignIn,
  DeviceToken,
  DeviceTokenRequest,
  DeviceUserCode,
  StartDeviceSignIn,
} from '../device.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

export const deviceOperations = operations({
  'POST /auth/device': {
    id: 'startDeviceSignIn',
    tags: ['Flagstaff'],
    summary: 'Start signing in on a device without a browser',
    description:
      'Starts the device authorization flow of RFC 8628. Show `user_code` and `verification_uri` to the user, and request the token every `interval` seconds with `device_code`. The codes are valid for 10 minutes.',
    permission: 'public',
    body: StartDeviceSignIn,
    responses: { 200: DeviceCodes },
    example: { body: { host: 'laptop', days: 30 } },
  },
  'POST /auth/device/token': {
    id: 'getDeviceToken',
    tags: ['Flagstaff'],
    summary: 'Get the token of a device sign-in',
    description:
      'Returns a personal token of the user who approved the device, once. It replaces an older token for the same host. Until then it returns 400 with `error`: `authorization_pending`, `slow_down` (add 5 seconds to the interval), `access_denied` or `expired_token`.',
    permission: 'public',
    body: DeviceTokenRequest,
    responses: { 200: DeviceToken },
    example: {
      body: {
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        device_code: 'q3oTqk0Yb1vR6uWm9cXzE4sHd7jLf2gNa5tPi8wKxBQ',
      },
    },
  },
  'POST /api/admin/device/find': {
    id: 'findDeviceSignIn',
    tags: ['Flagstaff'],
    summary: 'Find the device that shows a code',
    description:
      'Returns the host name and IP address of the device that waits with this code, and how long its token would be valid. An unknown or expired code returns 404. After 5 wrong codes in a minute, all codes are refused with 429 until the minute is over.',
    permission: 'authenticated',
    body: DeviceUserCode,
    responses: { 200: DeviceSignIn },
    example: { body: { userCode: 'BCDF-GHJK' } },
  },
  'POST /api/admin/device/approve': {
    id: 'approveDeviceSignIn',
    tags: ['Flagstaff'],
    summary: 'Approve a device',
    description:
      'Lets the device that shows this code get a personal token of the caller, with all permissions of the caller. Service accounts and admin tokens cannot approve devices. Wrong codes count as in the search.',
    permission: 'authenticated',
    body: DeviceUserCode,
    responses: { 204: Nothing },
    example: { body: { userCode: 'LMNP-QRST' } },
  },
  'POST /api/admin/device/deny': {
    id: 'denyDeviceSignIn',
    tags: ['Flagstaff'],
    summary: 'Deny a device',
    description:
      'Ends the sign-in of the device that shows this code. The device gets `access_denied`. Wrong codes count as in the search.',
    permission: 'authenticated',
    body: DeviceUserCode,
    responses: { 204: Nothing },
    example: { body: { userCode: 'VWXZ-BCDF' } },
  },
})
