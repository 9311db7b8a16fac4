import { expect } from 'chai'
import type { Answer } from './api.js'
import { complaints, type DescribedOperation, operationAt, responseOf } from './described-operations.js'

const LIMIT_HEADERS = ['', '-month'].flatMap((month) =>
  ['limit', 'remaining', 'reset'].map((name) => `x-ratelimit-${name}${month}`),
)

/** What every answer below `/api/v1` must be, checked against the description. */
export function checkAnswer(method: string, path: string, answer: Answer): void {
  const where = `${method} ${path} → ${answer.status}`
  expect(answer.headers.get('x-request-id'), `${where}: X-Request-Id`).to.match(/^[0-9a-f-]{36}$/)
  checkLimitHeaders(where, answer)
  const operation = operationAt(method, path)
  if (operation) checkDescribed(where, operation, method, answer)
  else checkEnvelope(where, answer)
}

/** Present wherever an account is known, and only there. */
function checkLimitHeaders(where: string, answer: Answer): void {
  const present = LIMIT_HEADERS.filter((name) => answer.headers.has(name))
  if (answer.status === 401) expect(present, `${where}: limit headers`).to.deep.equal([])
  else if (answer.status !== 429 || present.length > 0) expect(present, where).to.deep.equal(LIMIT_HEADERS)
}

/** A path or method that is not described is still refused in the common form. */
function checkEnvelope(where: string, answer: Answer): void {
  expect([401, 404, 405, 429, 503], where).to.include(answer.status)
  if (answer.text !== '') {
    expect(answer.body, where).to.have.nested.property('error.code').that.is.a('string')
    expect(answer.body, where).to.have.nested.property('error.message').that.is.a('string')
  }
}

function checkDescribed(where: string, operation: DescribedOperation, method: string, answer: Answer): void {
  const name = `${operation.operationId} (${where})`
  const response = responseOf(operation, answer.status)
  if (!response) throw new Error(`${name}: the status is not described; the body was ${answer.text}`)
  for (const [header, { required, schema }] of Object.entries(response.headers ?? {})) {
    const value = answer.headers.get(header)
    if (value === null) expect(required ?? false, `${name}: ${header} is missing`).to.equal(false)
    else expect(complaints(schema, readHeader(schema, value)), `${name}: ${header}`).to.deep.equal([])
  }
  if (method !== 'HEAD') checkContent(name, response.content, answer)
}

const readHeader = (schema: { type?: unknown }, value: string) =>
  schema.type === 'integer' && value !== '' ? Number(value) : value

function checkContent(
  name: string,
  content: Record<string, { schema: object }> | undefined,
  answer: Answer,
): void {
  if (!content) return void expect(answer.text, name).to.equal('')
  const type = answer.headers.get('content-type')?.split(';')[0] ?? ''
  expect(Object.keys(content), `${name}: Content-Type`).to.include(type)
  const value = type === 'application/json' ? answer.body : answer.text
  expect(
    complaints(content[type]!.schema, value),
    `${name}: body ${answer.text.slice(0, 2000)}`,
  ).to.deep.equal([])
}
