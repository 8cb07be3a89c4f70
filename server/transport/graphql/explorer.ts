import type { FastifyInstance } from 'fastify'

const explorerAddress = '/-/graphql-explorer'

/**
 * A page to try queries on: one writes and sends them, and reads the reply and the schema.
 *
 * @source graphql.md 1
 */
export function openExplorer(app: FastifyInstance): void {
  app.get(explorerAddress, (_request, reply) => reply.type('text/html; charset=utf-8').send(page))
  app.get(`${explorerAddress}/explorer.js`, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(script),
  )
}

const style = `
:root { color-scheme: light dark; --line: light-dark(#d8d5cf, #3b3a37); --quiet: light-dark(#6b675f, #a8a49b);
  --sheet: light-dark(#fff, #1d1c1a); --ground: light-dark(#f6f4ef, #141312); --accent: light-dark(#0f766e, #5eead4) }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; grid-template-rows: auto 1fr; font: 15px/1.5 system-ui, sans-serif;
  background: var(--ground); color: light-dark(#1c1b19, #ece9e2) }
header { display: flex; flex-wrap: wrap; gap: 12px; align-items: center; padding: 12px 20px; border-bottom: 1px solid var(--line); background: var(--sheet) }
h1 { margin: 0; font-size: 17px } header p { margin: 0; color: var(--quiet); flex: 1; min-width: 12em }
button { font: inherit; font-weight: 600; padding: 6px 16px; border: 0; border-radius: 6px; background: var(--accent); color: light-dark(#fff, #08201d); cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
main { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr) 18rem; gap: 16px; padding: 16px 20px }
section { display: flex; flex-direction: column; gap: 6px; min-height: 0; min-width: 0 }
label, h2 { margin: 0; font-size: 13px; font-weight: 600; color: var(--quiet) }
textarea, pre { width: 100%; margin: 0; padding: 12px; border: 1px solid var(--line); border-radius: 8px; background: var(--sheet); color: inherit;
  font: 13px/1.5 ui-monospace, monospace; tab-size: 2; overflow: auto }
textarea { resize: vertical } #query { flex: 1; min-height: 16rem } #variables { min-height: 6rem } pre { flex: 1; min-height: 16rem; white-space: pre-wrap; overflow-wrap: anywhere }
#fields { list-style: none; margin: 0; padding: 0; overflow: auto; max-height: 75vh; font-size: 13px } #fields li { padding: 6px 0; border-bottom: 1px solid var(--line) }
#fields code { font-size: 13px } #fields span { display: block; color: var(--quiet) }
input { font: inherit; padding: 6px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--sheet); color: inherit }
@media (max-width: 1000px) { main { grid-template-columns: minmax(0, 1fr) } #fields { max-height: none } }
`

const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>GraphQL explorer · Weft</title><link rel="icon" href="/favicon.svg"><style>${style}</style></head><body>
<header><h1>GraphQL explorer</h1><p>Runs queries against <code>/api/graphql</code> as you. Press Ctrl+Enter or ⌘+Enter to run.</p><button id="run" type="button">Run query</button></header>
<main>
<section><label for="query">Query</label><textarea id="query" spellcheck="false" autocapitalize="off">{
  currentUser {
    username
    todos(first: 5) {
      nodes { body targetUrl }
    }
  }
}</textarea><label for="variables">Variables (JSON)</label><textarea id="variables" spellcheck="false" autocapitalize="off">{}</textarea></section>
<section><h2 id="answer-title">Response</h2><pre id="answer" tabindex="0" aria-labelledby="answer-title" aria-live="polite"></pre></section>
<section><label for="type">Fields of type</label><input id="type" value="Query" list="types" autocomplete="off"><datalist id="types"></datalist><ul id="fields"></ul></section>
</main><script type="module" src="${explorerAddress}/explorer.js"></script></body></html>`

const script = `
const place = id => document.getElementById(id)
const viewer = await fetch('/-/viewer', { headers: { accept: 'application/json' } }).then(reply => reply.json(), () => ({}))

async function ask(query, variables) {
  const headers = { 'content-type': 'application/json', ...(viewer.csrf_token ? { 'x-csrf-token': viewer.csrf_token } : {}) }
  const reply = await fetch('/api/graphql', { method: 'POST', headers, body: JSON.stringify({ query, variables }) })
  return reply.json()
}

async function send() {
  const answer = place('answer')
  try {
    const variables = JSON.parse(place('variables').value || '{}')
    answer.textContent = JSON.stringify(await ask(place('query').value, variables), null, 2)
  } catch (error) {
    answer.textContent = error instanceof SyntaxError ? 'The variables are not valid JSON: ' + error.message : 'Could not run the query: ' + error.message
  }
}

const shown = type => type.kind === 'NON_NULL' ? shown(type.ofType) + '!' : type.kind === 'LIST' ? '[' + shown(type.ofType) + ']' : type.name
const reference = 'kind name ofType { kind name ofType { kind name ofType { kind name } } }'

async function showType() {
  const name = place('type').value.trim()
  const query = 'query($name: String!) { __type(name: $name) { fields { name description args { name type { ' + reference + ' } } type { ' + reference + ' } } inputFields { name description type { ' + reference + ' } } enumValues { name description } } }'
  const type = (await ask(query, { name })).data?.__type
  const rows = type?.fields ?? type?.inputFields ?? type?.enumValues ?? []
  place('fields').replaceChildren(...rows.map(each => {
    const item = document.createElement('li')
    const code = document.createElement('code')
    const args = each.args?.length ? '(' + each.args.map(arg => arg.name + ': ' + shown(arg.type)).join(', ') + ')' : ''
    code.textContent = each.name + args + (each.type ? ': ' + shown(each.type) : '')
    item.append(code)
    if (each.description) item.append(Object.assign(document.createElement('span'), { textContent: each.description }))
    return item
  }))
}

place('run').addEventListener('click', send)
document.addEventListener('keydown', event => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    event.preventDefault()
    void send()
  }
})
place('type').addEventListener('change', showType)
void showType()
const known = (await ask('{ __schema { types { name } } }', {})).data?.__schema.types ?? []
place('types').replaceChildren(...known.filter(each => !each.name.startsWith('__')).map(each => Object.assign(document.createElement('option'), { value: each.name })))
`
