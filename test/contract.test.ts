import { readdirSync, readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect } from 'chai'
import { MESSAGES } from '../lib/errors.js'
import { description, isNode, type Node, nodesOf, operations, resolved } from './support/document.js'

const OPERATIONS = [
  'getIdentity',
  'listTeams',
  'listTeamMembers',
  'searchPodcasts',
  'getPodcast',
  'listPodcastEpisodes',
  'searchEpisodes',
  'getEpisode',
  'getTranscriptExcerpts',
  'readTranscript',
  'downloadTranscript',
  'listAlerts',
  'createAlert',
  'getAlert',
  'updateAlert',
  'deleteAlert',
  'listAlertMatches',
  'getMatch',
  'listWebhooks',
  'createWebhook',
  'getWebhook',
  'updateWebhook',
  'deleteWebhook',
  'listWebhookDeliveries',
  'rotateWebhookSecret',
  'testWebhook',
]
const LIMIT_HEADERS = ['Limit', 'Remaining', 'Reset', 'Limit-Month', 'Remaining-Month', 'Reset-Month'].map(
  (name) => `X-RateLimit-${name}`,
)

const statusesOf = (responses: Record<string, Node>) => Object.entries(responses)
const isSuccess = (status: string) => status.startsWith('2')

/** Names in a value that its schema does not know: the schemas stay open, the examples should not wander off. */
function unknownNames(schemas: Node[], value: unknown, at = ''): string[] {
  const flat = schemas.map((schema) => resolved(schema))
  const variants = flat.flatMap((schema) =>
    ['allOf', 'oneOf', 'anyOf'].flatMap((key) => (schema[key] ?? []) as Node[]),
  )
  if (variants.length > 0) {
    const bare = flat.map(({ allOf, oneOf, anyOf, ...rest }) => rest)
    return unknownNames([...bare, ...variants], value, at)
  }
  if (Array.isArray(value)) {
    const items = flat.flatMap((schema) => (schema.items ? [schema.items as Node] : []))
    return value.flatMap((item, index) => unknownNames(items, item, `${at}/${index}`))
  }
  if (!isNode(value)) return []
  return Object.entries(value).flatMap(([name, child]) => {
    const known = flat.flatMap((schema) => {
      const property = (schema.properties as Node | undefined)?.[name] ?? schema.additionalProperties
      return isNode(property) ? [property] : []
    })
    return known.length === 0 ? [`${at}/${name}`] : unknownNames(known, child, `${at}/${name}`)
  })
}

function examplesOf(node: Node): Array<[string, unknown]> {
  if (node.example !== undefined) return [['example', node.example]]
  return Object.entries((node.examples ?? {}) as Record<string, { value: unknown }>).map(
    ([name, { value }]) => [name, value],
  )
}

describe('the published description', () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  addFormats.default(ajv)
  ajv.addSchema(description, 'description')

  it('the published description is version 1.0.0 of the interface, in OpenAPI 3.1', () => {
    expect(description.openapi).to.match(/^3\.1\./)
    expect(description.info).to.include({ title: 'Overheard', version: '1.0.0' })
  })

  it('the published description holds the 26 operations and no other', () => {
    expect(operations.map((operation) => operation.operationId)).to.have.members(OPERATIONS)
  })

  it('the published description bundles without one component standing for another of the same name', () => {
    const names = Object.values(description.components as Record<string, Node>).flatMap(Object.keys)

    expect(names.filter((name) => /-\d+$/.test(name))).to.deep.equal([])
  })

  it('the published description gives every schema property a description', () => {
    const bare = [...nodesOf()]
      .filter(([pointer]) => pointer.endsWith('/properties'))
      .flatMap(([pointer, properties]) =>
        Object.entries(properties)
          .filter(([, property]) => !resolved(property).description)
          .map(([name]) => `${pointer}/${name}`),
      )

    expect(bare).to.deep.equal([])
  })

  it('the published description gives examples that satisfy their schemas and name nothing beyond them', () => {
    let checked = 0
    for (const [pointer, node] of nodesOf()) {
      if (!isNode(node.schema)) continue
      for (const [name, value] of examplesOf(node)) {
        const validate = ajv.getSchema(`description${pointer}/schema`)
        expect(validate?.(value), `${pointer} ${name}: ${ajv.errorsText(validate?.errors)}`).to.equal(true)
        expect(unknownNames([node.schema], value), `${pointer} ${name}`).to.deep.equal([])
        checked += 1
      }
    }
    expect(checked).to.be.greaterThan(OPERATIONS.length)
  })

  it('the published description names every code that an answer can carry, and no other', () => {
    const codes = Object.keys(MESSAGES)
    const table = [...String((description.info as Node).description).matchAll(/^\| \d{3} \|(.*?)\|/gm)]
    const tabled = table.flatMap(([, cell]) =>
      [...(cell as string).matchAll(/`(\w+)`/g)].map(([, code]) => code),
    )
    const listed = [...nodesOf()]
      .filter(([pointer]) => /Error\/properties\/error\/properties\/code$/.test(pointer))
      .flatMap(([, node]) => node.enum as string[])

    expect(tabled).to.have.members(codes)
    expect(codes).to.include.members(listed)
  })

  it('the published description shows all fields of a podcast in its details, and of a webhook in the new one', () => {
    const { schemas } = description.components as { schemas: Record<string, { properties: Node }> }

    expect(schemas.PodcastDetailOut?.properties).to.deep.include(schemas.PodcastOut?.properties as Node)
    expect(schemas.WebhookCreatedOut?.properties).to.deep.include(schemas.WebhookOut?.properties as Node)
  })

  it('the published description sends a match in the form in which the API shows it, with the three headers of a signed request', () => {
    const event = (description.webhooks as Record<string, { post: Node }>)['alert.match.created']
      ?.post as Node
    const { schema } = (event.requestBody as { content: Record<string, { schema: Node }> }).content[
      'application/json'
    ] as { schema: Node }
    const { data } = resolved<{ properties: Record<string, Node> }>(schema).properties

    expect(data).to.have.property('$ref', '#/components/schemas/MatchOut')
    expect((event.parameters as Node[]).map((parameter) => parameter.name)).to.have.members([
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ])
  })

  it('the published description has each operation asked of a real server by a test', () => {
    const folder = new URL('../../test/api/', import.meta.url)
    const tests = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
    const isAsked = (id: string) => {
      const call = new RegExp(`\\bcall(<\\w+>)?\\([^)\\n]*'${id}'`)
      return tests.some((source) => call.test(source))
    }

    expect(OPERATIONS.filter((id) => !isAsked(id))).to.deep.equal([])
  })

  const tags = (description.tags as Array<{ name: string }>).map((tag) => tag.name)

  for (const operation of operations) {
    describe(operation.operationId, () => {
      const { responses } = operation

      it(`${operation.operationId} has a summary, a description and one of the tags`, () => {
        expect(operation.summary).to.be.a('string').that.is.not.empty
        expect(operation.description).to.be.a('string').that.is.not.empty
        expect(operation.tags).to.have.lengthOf(1)
        expect(tags).to.include(operation.tags[0])
      })

      it(`${operation.operationId} describes its parameters, with an example of each`, () => {
        for (const parameter of (operation.parameters ?? []).map((parameter) => resolved(parameter))) {
          expect(parameter, String(parameter.name)).to.include.keys('description', 'example', 'schema')
        }
      })

      it(`${operation.operationId} shows an example of its body and of its answer`, () => {
        const bodies = statusesOf(responses).map(
          ([status, response]) => ({ status, ...resolved(response) }) as Node,
        )
        const shown = [...(operation.requestBody ? [resolved(operation.requestBody)] : []), ...bodies]
        for (const { status, content } of shown) {
          if (status === '204') expect(content).to.equal(undefined)
          else
            for (const media of Object.values(content as Record<string, Node>))
              expect(examplesOf(media)).to.not.be.empty
        }
        expect(Object.keys(responses).filter(isSuccess)).to.have.lengthOf(1)
      })

      it(`${operation.operationId} describes its refusals, each with its codes`, () => {
        const refusing = statusesOf(responses).filter(([status]) => !isSuccess(status))

        expect(refusing.map(([status]) => status)).to.include.members(['401', '429', '500'])
        if (operation.parameters) expect(responses).to.have.property('422')
        for (const [status, response] of refusing) {
          const { content } = resolved<{ content: Record<string, { schema: Node }> }>(response)
          const { error } = resolved<{ properties: Record<string, Node> }>(
            content['application/json']?.schema,
          ).properties
          const { code } = resolved<{ properties: Record<string, Node> }>(error).properties
          expect(code?.enum, status).to.be.an('array').that.is.not.empty
        }
      })

      it(`${operation.operationId} names the headers of its answers`, () => {
        for (const [status, response] of statusesOf(responses)) {
          const names = Object.keys(resolved<{ headers: Node }>(response).headers)
          expect(names, status).to.include('X-Request-Id')
          if (status === '401') expect(names).to.include('WWW-Authenticate')
          else expect(names, status).to.include.members(LIMIT_HEADERS)
          if (status === '429' || status === '503') expect(names, status).to.include('Retry-After')
        }
      })
    })
  }
})
