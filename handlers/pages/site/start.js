// Runs in the reader's browser. Requests made from the page go to the server that the page came from,
// under whatever name and prefix that was.
const description = await (await fetch('api/v1/openapi.json')).json()
description.servers = [{ url: new URL('api/v1', document.baseURI).href }]

// Examples are filled into the forms: a cursor or an id of nobody would spoil the first try.
const parametersOf = (path) => Object.values(path).flatMap((operation) => operation.parameters ?? [])
const parameters = Object.values(description.paths).flatMap(parametersOf)
for (const parameter of [...parameters, ...Object.values(description.components?.parameters ?? {})]) {
  if (!parameter.required) delete parameter.example
}

const byId = (id) => document.getElementById(id)
const make = (name, text) => Object.assign(document.createElement(name), { textContent: text })

const dark = matchMedia('(prefers-color-scheme: dark)')
const colour = () => document.documentElement.classList.toggle('dark-mode', dark.matches)
dark.addEventListener('change', colour)
colour()

byId('introduction').addEventListener('click', ({ currentTarget }) => {
  const isShown = document.body.classList.toggle('with-introduction')
  currentTarget.setAttribute('aria-expanded', String(isShown))
  if (isShown) scrollTo({ top: 0 })
})

/** Opens an operation and shows it; its part of the page stays closed until somebody wants it. */
function show(id) {
  const block = byId(id)
  if (!block) return
  if (!block.classList.contains('is-open')) block.querySelector('.opblock-summary-control').click()
  block.scrollIntoView()
}

const described = Object.values(description.paths).flatMap((path) =>
  Object.values(path).filter((operation) => operation.operationId),
)
const contents = byId('contents')
contents.open = innerWidth > 800
for (const { name } of description.tags) {
  const list = document.createElement('ul')
  for (const { operationId, summary } of described.filter(({ tags }) => tags.includes(name))) {
    const link = make('a', summary)
    link.href = `#/${name}/${operationId}`
    link.addEventListener('click', () => show(`operations-${name}-${operationId}`))
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  contents.append(make('h2', name), list)
}

globalThis.SwaggerUIBundle({
  spec: description,
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  displayRequestDuration: true,
  defaultModelsExpandDepth: -1,
  tryItOutEnabled: true,
})
