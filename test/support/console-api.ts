import { expect } from 'chai'
import type { OperationId } from '../../generated/console/operations.js'
import type { Answer } from './api.js'
import { currentApp } from './app.js'
import { complaints, consoleOperations, responseOf } from './described-operations.js'

interface Sent {
  key?: string
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Calls an operation below `/console/api`. Every answer is checked against its description. */
export async function callConsole(id: OperationId, sent: Sent = {}): Promise<Answer> {
  const operation = consoleOperations.find(({ operationId }) => operationId === id)!
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => sent.params?.[name] ?? '')
  const response = await fetch(
    `${currentApp().url}/console/api${path}?${new URLSearchParams(sent.query ?? {})}`,
    {
      method: operation.method,
      headers: {
        ...(sent.key ? { authorization: `Bearer ${sent.key}` } : {}),
        ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...sent.headers,
      },
      body: sent.body === undefined ? undefined : JSON.stringify(sent.body),
    },
  )
  const text = await response.text()
  const answer = { status: response.status, headers: response.headers, text, body: JSON.parse(text) }
  const described = responseOf(operation, answer.status)
  if (!described) throw new Error(`${id}: ${answer.status} is not described; the body was ${text}`)
  const { schema } = described.content!['application/json']!
  expect(complaints(schema, answer.body), `${id}: ${text.slice(0, 1000)}`).to.deep.equal([])
  return answer
}
