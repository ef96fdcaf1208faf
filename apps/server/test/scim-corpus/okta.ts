import { patch } from '../scim.ts'
import { GROUP, type Provider, USER } from './provider.ts'

export const okta: Provider = {
  name: 'Okta',
  newUser: {
    schemas: [USER],
    userName: 'okta@example.com',
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: 'okta@example.com', type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: '00ujl29u0le5T6Aj10h7',
    groups: [],
    password: '1mz050nq',
    active: true,
  },
  userPatches: [
    {
      says: 'deactivates',
      body: patch({ op: 'replace', value: { active: false } }),
      gives: { active: false },
    },
    { says: 'activates', body: patch({ op: 'replace', value: { active: true } }), gives: { active: true } },
    {
      says: 'renames',
      body: patch({
        op: 'replace',
        value: {
          userName: 'okta2@example.com',
          displayName: 'Other User',
          emails: [{ primary: true, value: 'okta2@example.com', type: 'work' }],
          name: { givenName: 'Other', familyName: 'User' },
        },
      }),
      gives: {
        userName: 'okta2@example.com',
        displayName: 'Other User',
        emails: [{ primary: true, value: 'okta2@example.com', type: 'work' }],
      },
    },
  ],
  newGroup: { schemas: [GROUP], displayName: 'Okta group', members: [] },
  groupPatches: [
    {
      says: 'renames',
      body: patch({ op: 'replace', value: { id: '{group}', displayName: 'Okta group 2' } }),
      gives: { displayName: 'Okta group 2' },
    },
    {
      says: 'adds',
      body: patch({
        op: 'add',
        path: 'members',
        value: [{ value: '{user}', display: 'okta@example.com' }],
      }),
      gives: { members: 1 },
    },
    {
      says: 'removes',
      body: patch({ op: 'remove', path: 'members[value eq "{user}"]' }),
      gives: { members: 0 },
    },
    {
      says: 'replaces',
      body: patch({
        op: 'replace',
        path: 'members',
        value: [{ value: '{user}', display: 'okta@example.com' }],
      }),
      gives: { members: 1 },
    },
  ],
}
