// Runs in the reader's browser. Requests made from the page go to the server that the page came from,
// under whatever name that was.
const description = await (await fetch('/api/v1/openapi.json')).json()
description.servers = [{ url: `${location.origin}/api/v1` }]

// Examples are filled into the forms: a cursor or an id of nobody would spoil the first try.
const parametersOf = (path) => Object.values(path).flatMap((operation) => operation.parameters ?? [])
const parameters = Object.values(description.paths).flatMap(parametersOf)
for (const parameter of [...parameters, ...Object.values(description.components?.parameters ?? {})]) {
  if (!parameter.required) delete parameter.example
}

globalThis.SwaggerUIBundle({
  spec: description,
  dom_id: '#reference',
  deepLinking: true,
  validatorUrl: null,
  persistAuthorization: false,
  displayRequestDuration: true,
  defaultModelsExpandDepth: 0,
  tryItOutEnabled: true,
})
