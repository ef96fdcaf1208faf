import { patch } from '../scim.ts'
import { ENTERPRISE, GROUP, type Provider, USER } from './provider.ts'

export const entra: Provider = {
  name: 'Entra ID',
  newUser: {
    schemas: [USER, ENTERPRISE],
    externalId: '0a21f0f2-8d2a-4f8e-bf98-7363c4aed4ef',
    userName: 'entra@example.com',
    active: true,
    emails: [{ primary: true, type: 'work', value: 'entra@example.com' }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Given Family', familyName: 'Family', givenName: 'Given' },
    roles: [],
    [ENTERPRISE]: { department: 'Research', manager: { value: '1' } },
  },
  userPatches: [
    {
      says: 'writes false as a text',
      body: patch({ op: 'Replace', path: 'active', value: 'False' }),
      gives: { active: false },
    },
    {
      says: 'writes true as a text',
      body: patch({ op: 'Add', path: 'active', value: 'True' }),
      gives: { active: true },
    },
    {
      says: 'replaces by paths',
      body: patch(
        { op: 'Replace', path: 'emails[type eq "work"].value', value: 'entra2@example.com' },
        { op: 'Replace', path: 'name.familyName', value: 'Updated' },
        { op: 'Add', path: 'name.givenName', value: 'New' },
      ),
      gives: {
        emails: [{ value: 'entra2@example.com', type: 'work', primary: true }],
        name: { formatted: 'New Updated', givenName: 'New', familyName: 'Updated' },
      },
    },
    {
      says: 'wraps single values',
      body: patch({ op: 'Replace', path: 'displayName', value: [{ $ref: null, value: 'Wrapped' }] }),
      gives: { displayName: 'Wrapped' },
    },
    {
      says: 'names paths inside the value, and attributes that are not kept',
      body: patch({
        op: 'Add',
        value: {
          'name.givenName': 'Dotted',
          [`${USER}:displayName`]: 'Named by schema',
          title: 'Engineer',
          'addresses[type eq "work"].country': 'NO',
          [`${ENTERPRISE}:department`]: 'Sales',
        },
      }),
      gives: { displayName: 'Named by schema', name: { givenName: 'Dotted' } },
    },
    {
      says: 'sets a manager',
      body: patch({ op: 'Add', path: `${ENTERPRISE}:manager`, value: [{ $ref: null, value: '7' }] }),
      gives: { displayName: 'Named by schema' },
    },
    {
      says: 'removes',
      body: patch({ op: 'Remove', path: 'externalId' }),
      gives: { userName: 'entra@example.com' },
    },
  ],
  newGroup: {
    schemas: [GROUP, 'http://schemas.microsoft.com/2006/11/ResourceManagement/ADSCIM/2.0/Group'],
    externalId: '8aa1a0c0-c4c3-4bc0-b4a5-2ef676900159',
    displayName: 'Entra group',
    meta: { resourceType: 'Group' },
  },
  groupPatches: [
    {
      says: 'adds',
      body: patch({ op: 'Add', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
      gives: { members: 1 },
    },
    {
      says: 'removes by value',
      body: patch({ op: 'Remove', path: 'members', value: [{ $ref: null, value: '{user}' }] }),
      gives: { members: 0 },
    },
    {
      says: 'renames',
      body: patch({ op: 'Replace', path: 'displayName', value: 'Entra group 2' }),
      gives: { displayName: 'Entra group 2' },
    },
  ],
}
