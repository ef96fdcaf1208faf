import Type from 'typebox'
import { McpMessage, RemoteMcpSettings } from '../mcp.ts'
import { operations } from '../operation.ts'
import { Nothing } from '../schema.ts'

const tags = ['Instance Admin']
const headers = { accept: 'application/json, text/event-stream' }
const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

export const mcpOperations = operations({
  'POST /mcp': {
    id: 'x-mcp',
    tags,
    summary: 'Send a message of the Model Context Protocol',
    description:
      'The MCP server, over streamable HTTP without sessions. Send a personal token or the token of a service account as a bearer token. Its tools have the permissions of the token, and changes become change requests if the token can only propose. It returns 403 to browsers of other origins, and 429 after 120 messages in a minute.',
    permission: 'authenticated',
    body: McpMessage,
    responses: { 200: Type.Unknown(), 202: Nothing },
    example: { headers, body },
  },
  'POST /api/admin/mcp': {
    id: 'remoteMcp',
    tags,
    summary: 'Send a message of the Model Context Protocol to the admin API',
    description: 'The same as `POST /mcp`, at the path that clients of Unleash use.',
    permission: 'authenticated',
    body: McpMessage,
    responses: { 200: Type.Unknown(), 202: Nothing },
    example: { headers, body },
  },
  'GET /api/admin/remote-mcp/settings': {
    id: 'getRemoteMcpSettings',
    tags,
    summary: 'Check whether the MCP server is on',
    description:
      'Returns whether the server answers messages of the Model Context Protocol. It does by default.',
    permission: 'ADMIN',
    responses: { 200: RemoteMcpSettings },
    example: {},
  },
  'POST /api/admin/remote-mcp/settings': {
    id: 'toggleRemoteMcpSettings',
    tags,
    summary: 'Turn the MCP server on or off',
    description:
      'Turns the MCP server of all processes on or off. While it is off, its messages return 403. `flagstaff mcp` uses the admin API, so it still works.',
    permission: 'ADMIN',
    body: RemoteMcpSettings,
    responses: { 204: Nothing },
    example: { body: { enabled: false } },
  },
})
