import { patch } from '../scim.ts'
import { ENTERPRISE, GROUP, type Provider, USER } from './provider.ts'

export const oneLogin: Provider = {
  name: 'OneLogin',
  newUser: {
    schemas: [USER, ENTERPRISE],
    userName: 'onelogin@example.com',
    externalId: null,
    displayName: null,
    name: { givenName: 'One', familyName: 'Login' },
    emails: [{ value: 'onelogin@example.com', type: 'work', primary: true }],
    phoneNumbers: [{ type: 'work' }],
    title: null,
    userType: null,
    active: true,
    [ENTERPRISE]: { department: null },
  },
  userPatches: [
    {
      says: 'deactivates among other values',
      body: patch({ op: 'replace', value: { active: false, title: null } }),
      gives: { active: false },
    },
    {
      says: 'activates',
      body: patch({ op: 'replace', path: 'active', value: true }),
      gives: { active: true },
    },
  ],
  newGroup: { schemas: [GROUP], displayName: 'OneLogin group' },
  groupPatches: [
    {
      says: 'replaces all members',
      body: patch({ op: 'replace', path: 'members', value: [{ value: '{user}' }] }),
      gives: { members: 1 },
    },
    { says: 'empties', body: patch({ op: 'replace', path: 'members', value: [] }), gives: { members: 0 } },
  ],
}

export const jumpCloud: Provider = {
  name: 'JumpCloud',
  newUser: {
    schemas: [USER],
    userName: 'jumpcloud',
    name: { givenName: 'Jump', familyName: 'Cloud', formatted: 'Jump Cloud' },
    displayName: '',
    emails: [{ type: 'work', primary: true, value: 'jumpcloud@example.com' }],
    phoneNumbers: [],
    addresses: [],
    active: true,
  },
  userPatches: [
    {
      says: 'deactivates',
      body: patch({ op: 'replace', path: 'active', value: false }),
      gives: { active: false, userName: 'jumpcloud' },
    },
  ],
  newGroup: { schemas: [GROUP], displayName: 'JumpCloud group', members: [] },
  groupPatches: [
    {
      says: 'adds one',
      body: patch({ op: 'add', path: 'members', value: { value: '{user}' } }),
      gives: { members: 1 },
    },
    {
      says: 'removes',
      body: patch({ op: 'remove', path: 'members[value eq "{user}"]' }),
      gives: { members: 0 },
    },
    {
      says: 'adds without a path',
      body: patch({ op: 'add', value: { members: [{ value: '{user}', type: 'User' }] } }),
      gives: { members: 1 },
    },
  ],
}

export const google: Provider = {
  name: 'Google',
  newUser: {
    schemas: [USER],
    userName: 'google@example.com',
    name: { givenName: 'Goo', familyName: 'Gle' },
    emails: [{ value: 'google@example.com', type: 'work', primary: true }],
    active: true,
  },
  userPatches: [
    {
      says: 'replaces the address in the list',
      body: patch({ op: 'replace', path: 'emails[primary eq true].value', value: 'google2@example.com' }),
      gives: { emails: [{ value: 'google2@example.com', type: 'work', primary: true }] },
    },
    {
      says: 'deactivates',
      body: patch({ op: 'replace', path: 'active', value: false }),
      gives: { active: false },
    },
  ],
  newGroup: { schemas: [GROUP], displayName: 'Google group' },
  groupPatches: [
    {
      says: 'adds',
      body: patch({ op: 'add', path: 'members', value: [{ value: '{user}' }] }),
      gives: { members: 1 },
    },
  ],
}
