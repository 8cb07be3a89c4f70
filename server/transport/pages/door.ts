import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import { notFoundTitle, windowTitle } from '#contract/page-title.ts'
import { parseReader, type Reader } from '#contract/reader.ts'
import { isAdmin } from '#server/access/facts.ts'
import type { Context } from '#server/context.ts'
import { Malformed } from '#server/errors.ts'
import type { FirstQuestion, PageAddress, PagePart } from '#server/page-address.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import {
  type CompiledAnswer,
  contextOf,
  handleUnknown,
  pathOf,
  perform,
  send,
  urlOf,
} from '#server/transport/rest/door.ts'
import type { Outgoing } from '#server/transport/rest/outgoing.ts'
import { contentPolicy } from '#server/transport/security-headers.ts'
import type { DoorParts } from '#server/transport/session/authenticate.ts'
import { authenticateSession, type Identity, maskAuthenticity } from '#server/transport/session/authenticate.ts'
import { pageToken } from '#server/transport/session/door.ts'
import type { Drawing } from './draw-worker.ts'
import { type DrawPage, startDrawing } from './drawing.ts'
import { fillMarks } from './fill-marks.ts'
import { withLateScripts } from './late-scripts.ts'
import { previewTags } from './preview.ts'

/** Where the browser's files come from. */
export interface WebRoot {
  /** The page around every address, with the marker `<!--weft-->` where its data go. */
  html(url: string): Promise<string>
  /** Folder of built files, null when a development server brings them. */
  readonly folder: string | null
  /** Sources of the scripts that stand in the document itself, for its content security policy. */
  readonly inlineScripts?: readonly string[]
  /** The files of a page's modules, as links for its document. */
  readonly linksOf?: (modules: readonly string[]) => string
  /** Draws the first view of a page. */
  readonly draw?: DrawPage | null
}

/** The built pages of a folder. */
export async function builtWeb(folder: string, log: Pick<Logger, 'warn'>): Promise<WebRoot> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const links = modulesOf(await readFile(join(folder, '.vite/manifest.json'), 'utf8'), html)
  return {
    folder,
    html: async () => html,
    linksOf: links,
    inlineScripts: inlineScriptsOf(html),
    draw: startDrawing(folder, log),
  }
}

/** The sources `sha256-...` of the scripts that stand in a document. */
const inlineScriptsOf = (html: string): readonly string[] =>
  [...html.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )

interface BuiltModule {
  readonly file: string
  /** Its chunk's, as `vite.config.ts` names them. */
  readonly name?: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  /** What it loads when it is wanted. */
  readonly dynamicImports?: readonly string[]
}

/** What modules load besides what every document loads, now and when a part of them is wanted, as links. */
function modulesOf(manifestText: string, html: string): (modules: readonly string[]) => string {
  // Written by the build beside the document.
  const manifest = JSON.parse(manifestText) as Readonly<Record<string, BuiltModule>>
  const isForm = (name: string) => name.endsWith('.tsx') || /-parts$/.test(manifest[name]?.name ?? '')
  // The addresses of all pages but the first ones.
  const morePages = Object.keys(manifest).find(name => manifest[name]?.name === 'more-pages') ?? ''
  const firstModules = new Set(manifest['index.html']?.dynamicImports)
  const made = new Map<string, string>()
  return modules => {
    const key = modules.join()
    const known = made.get(key)
    if (known !== undefined) return known
    const isNew = (file: string) => !html.includes(`/${file}"`)
    const [scripts, styles, wanted] = [new Set<string>(), new Set<string>(), new Set<string>()]
    const seen = new Set<string>()
    const waiting = firstModules.has(modules[0] ?? '') ? [...modules] : [morePages, ...modules]
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const built = manifest[name]
      if (built === undefined || seen.has(name)) continue
      seen.add(name)
      scripts.add(built.file)
      for (const style of built.css ?? []) styles.add(style)
      waiting.push(...(built.imports ?? []))
      // What every document loads leads to all pages: of that, the shell's own parts.
      for (const part of built.dynamicImports ?? [])
        if ((isNew(built.file) && name !== morePages) || manifest[part]?.name === 'shell-parts') wanted.add(part)
    }
    // Dialogs and forms, and what several of them share. Tables of data are large, and asked for by few.
    const forms = [...wanted].filter(isForm).flatMap(part => manifest[part] ?? [])
    const shared = forms.flatMap(form => form.imports ?? []).filter((name, at, names) => names.indexOf(name) < at)
    const parts = [...forms, ...new Set(shared.flatMap(name => manifest[name] ?? []))].map(({ file }) => file)
    const links = [
      ...[...styles].filter(isNew).map(file => `<link rel="stylesheet" crossorigin href="/${file}">`),
      ...[...scripts].filter(isNew).map(file => `<link rel="modulepreload" crossorigin href="/${file}">`),
      // Fetched when the page is at rest, and not read before they are wanted.
      ...parts
        .filter(file => isNew(file) && !scripts.has(file))
        .map(file => `<link rel="prefetch" as="script" crossorigin href="/${file}">`),
    ].join('')
    made.set(key, links)
    return links
  }
}

interface PagesParts {
  readonly pages: readonly PageAddress[]
  readonly pageParts: readonly PagePart[]
  readonly answers: readonly CompiledAnswer[]
  readonly web: WebRoot
}

/**
 * Every address that is no other door's: the application with the data of its first page embedded, so that it paints
 * without asking again. Files of the build are served compressed and for ever.
 */
export async function openPagesDoor(
  app: FastifyInstance,
  parts: DoorParts,
  { pages, pageParts, answers, web }: PagesParts,
): Promise<void> {
  const byName = new Map(answers.map(each => [each.answer.operation.name, each]))
  const viewer = byName.get('getViewer')
  const policy = contentPolicy(parts.services.settings.externalUrl, web.inlineScripts ?? [])
  const show = (page: PageAddress | null) => async (request: FastifyRequest, reply: FastifyReply) => {
    const identity = await authenticateSession(parts, request)
    const ctx = contextOf(parts, request, identity)
    const url = urlOf(parts.services, request)
    const compiled = page === null ? undefined : byName.get(page.operation.name)
    const named = wireNames(request.params as Record<string, string>)
    const words: Record<string, unknown> = { ...(request.query as Record<string, unknown>), ...named }
    const feed = page?.feed === undefined ? undefined : byName.get(page.feed.name)
    if (feed !== undefined && isFeed(words)) {
      const sent = await perform(feed, ctx, withoutFeed(words), url)
      return sent.headers.location === undefined
        ? send(reply, sent)
        : reply.redirect(sent.headers.location, sent.status)
    }
    const reader = parseReader(request.cookies)
    const raw = compiled === undefined ? {} : inputIn(page?.readWords?.(words, reader) ?? words, named, compiled)
    const [data, who] = await Promise.all([
      page?.isForAdministrators && !isAdmin(ctx.actor)
        ? refusalOf(ctx)
        : compiled === undefined
          ? null
          : perform(compiled, ctx, raw, url),
      viewer === undefined ? null : perform(viewer, ctx, {}, url),
    ])
    // A former path: the reader goes to the one of today.
    if (data?.headers.location !== undefined) return reply.redirect(data.headers.location, data.status)
    const csrfToken = pageToken(identity, request, reply, parts)
    const status = data === null ? (page === null ? 404 : 200) : data.status < 400 ? 200 : data.status
    const html = await web.html(request.originalUrl)
    const shown = status === 200 && typeof data?.body === 'string' ? JSON.parse(data.body) : null
    const { questions, modules } = shown === null ? nothingFirst : firstOf(page, raw, shown)
    const answers = (await Promise.all(questions.map(each => firstAnswer(each, ctx, url)))).flatMap(each => each ?? [])
    const given = { page, raw, data, who, answers, reader }
    const drawn =
      page?.module === undefined || shown === null
        ? null
        : ((await web.draw?.(request.originalUrl, drawnPage(given, shown))) ?? null)
    const preview =
      page === null || shown === null ? '' : previewTags({ page, shown, title: headlineOf(page, shown), url })
    const hasRest = drawn?.markup.includes(' data-rest=') === true && page?.hasRest?.(shown as never) === true
    const head = html.replace(
      '</head>',
      () => `${web.linksOf?.(modules) ?? ''}${feedLink(page, url)}${hasRest ? restLink(url) : ''}</head>`,
    )
    const whole = fillMarks(drawn === null ? head : withLateScripts(head), [
      ['data-theme="auto"', `data-theme="${themeOf(who)}"`],
      ['<title>Weft</title>', `<title>${escapeHtml(titleOf(page, status, shown))}</title>${preview}`],
      ...(drawn === null ? [] : [['<div id="root"></div>', rootOf(drawn)] as const]),
      ['<!--weft-->', embedded(given, csrfToken, identity)],
    ])
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': policy,
    }
    return send(reply, { status, headers, body: whole })
  }
  /** What stands below the first view of a page, drawn while the scripts of its document are loading. */
  const showRest = (page: PageAddress) => async (request: FastifyRequest, reply: FastifyReply) => {
    const ctx = contextOf(parts, request, await authenticateSession(parts, request))
    const url = urlOf(parts.services, request)
    const [compiled, first] = [byName.get(page.operation.name), page.asksFirst]
    const raw = wireNames(request.params as Record<string, string>)
    if (compiled === undefined || viewer === undefined || first === undefined) return reply.callNotFound()
    const [data, who] = await Promise.all([perform(compiled, ctx, raw, url), perform(viewer, ctx, {}, url)])
    const shown = data.status === 200 && typeof data.body === 'string' ? JSON.parse(data.body) : null
    if (shown === null || !page.hasRest?.(shown as never)) return reply.callNotFound()
    const whole = await wholeAnswer(first(raw, shown as never), ctx, url)
    const reader = parseReader(request.cookies)
    const given = { page, raw, data, who, answers: whole === null ? [] : [whole], reader, isRest: true }
    const address = request.originalUrl.replace(/\/rest\.html.*/s, '')
    const drawn = await web.draw?.(address, drawnPage(given, shown), restPatienceMs)
    if (!drawn) return reply.callNotFound()
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
    return send(reply, { status: 200, headers, body: drawn.markup })
  }
  /** What the page and the parts of other slices on it ask for first, and their modules. */
  function firstOf(page: PageAddress | null, raw: object, shown: unknown): First {
    const parts = pageParts
      .filter(({ operation }) => operation === page?.operation)
      .flatMap(({ module, asksFirst }) => {
        // The reply of its own operation.
        const question = asksFirst(shown as never)
        return question === null ? [] : [{ module, question }]
      })
    const own = page?.asksFirst?.({ ...raw }, shown as never)
    return {
      questions: [...(own === undefined ? [] : [own]), ...parts.map(({ question }) => question)],
      modules: page?.module === undefined ? [] : [page.module, ...parts.map(({ module }) => module)],
    }
  }
  async function firstAnswer(question: FirstQuestion, ctx: Context, url: URL): Promise<Answer | null> {
    const compiled = byName.get(question.operation.name)
    if (compiled === undefined) return null
    const given = Object.fromEntries(Object.entries(question.input).map(([name, value]) => [name, String(value)]))
    const { status, headers, body } = await perform(compiled, ctx, given, url)
    if (status >= 400 || typeof body !== 'string') return null
    const { 'content-type': _, ...told } = headers
    return answerTo(question, told, body)
  }
  /** The answer as if all of it came on its first page. */
  async function wholeAnswer(question: FirstQuestion, ctx: Context, url: URL): Promise<Answer | null> {
    const compiled = byName.get(question.operation.name)
    if (compiled === undefined) return null
    const given = Object.fromEntries(Object.entries(question.input).map(([name, value]) => [name, String(value)]))
    const items: string[] = []
    for (let cursor: string | undefined = ''; cursor !== undefined && items.length < mostPages; ) {
      const asked = { ...given, per_page: '100', ...(cursor !== '' && { cursor }) }
      const { status, headers, body } = await perform(compiled, ctx, asked, url)
      if (status >= 400 || typeof body !== 'string') return null
      items.push(body.slice(1, -1))
      cursor = headers['x-next-page-cursor']
    }
    return answerTo(question, {}, `[${items.filter(Boolean).join()}]`)
  }
  for (const page of pages) {
    app.get(page.address, show(page))
    if (page.alsoAt !== undefined) app.get(page.alsoAt, (_, reply) => reply.redirect(page.address))
    if (page.hasRest !== undefined) app.get(`${page.address}/rest.html`, showRest(page))
  }
  if (web.folder !== null) serveFiles(app, web.folder)
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      (request.headers.accept ?? '').includes('text/html') &&
      !request.url.startsWith('/api/')
    return wantsPage ? show(null)(request, reply) : handleUnknown(request, reply, answers)
  })
}

const answerTo =
  (question: FirstQuestion, headers: Readonly<Record<string, string>>, body: string): Answer =>
  date =>
    `{"url":${JSON.stringify(addressOf(question))},"headers":${JSON.stringify({ ...headers, date: date.toUTCString() })},"body":${body}}`

/**
 * The words of an address that are input. Others are of a form, or of who counts visits. An address typed by hand shows a
 * page, not an error: where words of the query have wrong values, the page is shown without them, as the web asks for it.
 *
 * @param named  those of the path
 */
function inputIn(
  words: Readonly<Record<string, unknown>>,
  named: Readonly<Record<string, unknown>>,
  { decode, names }: CompiledAnswer,
): Readonly<Record<string, unknown>> {
  const known = Object.entries(words).filter(([name]) => names.has(name))
  const input = Object.fromEntries(known)
  if (isTaken(input)) return input
  return Object.fromEntries(known.filter(([name, value]) => name in named || isTaken({ ...named, [name]: value })))

  function isTaken(raw: Readonly<Record<string, unknown>>): boolean {
    try {
      decode(raw)
      return true
    } catch (error) {
      if (error instanceof Malformed) return false
      throw error
    }
  }
}

const refusalOf = ({ actor }: Context): Outgoing => ({
  status: actor.kind === 'user' ? 403 : 401,
  headers: {},
  body: undefined,
})

const feedEnding = /\.atom$/

const isFeed = ({ format, path }: Readonly<Record<string, unknown>>): boolean =>
  format === 'atom' || (typeof path === 'string' && feedEnding.test(path))

const withoutFeed = ({ format: _, ...raw }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  typeof raw.path === 'string' ? { ...raw, path: raw.path.replace(feedEnding, '') } : raw

/** The window's title, as the page itself will set it. */
function titleOf(page: PageAddress | null, status: number, shown: unknown): string {
  if (status === 404) return windowTitle(notFoundTitle, null)
  if (page === null || shown === null) return windowTitle('', null)
  return windowTitle(nameOf(page, shown), namespaceNameIn(shown as NamespacedReply))
}

/** The page's own name, and where it belongs. */
const headlineOf = (page: PageAddress, shown: unknown): string =>
  [nameOf(page, shown), namespaceNameIn(shown as NamespacedReply)].filter(Boolean).join(' · ')

/** The page's own name. */
const nameOf = ({ title }: PageAddress, shown: unknown): string =>
  // The reply of its own operation.
  typeof title === 'string' ? title : title(shown as never)

/** The replies of pages, as far as they say where the page belongs. */
interface NamespacedReply {
  readonly namespace?: { readonly full_name?: string } | null
  readonly place?: { readonly header?: { readonly full_name: string } }
  readonly group?: { readonly full_name?: string }
  readonly project?: { readonly full_name?: string; readonly name_with_namespace?: string }
}

const namespaceNameIn = ({ namespace, place, group, project }: NamespacedReply): string | undefined =>
  namespace?.full_name ??
  place?.header?.full_name ??
  group?.full_name ??
  project?.full_name ??
  project?.name_with_namespace

/** The viewer's theme, so that the first paint has it. */
function themeOf(who: Outgoing | null): string {
  if (who === null || who.status !== 200 || typeof who.body !== 'string') return 'auto'
  // The viewer operation's own reply.
  const { user } = JSON.parse(who.body) as { readonly user: { readonly theme: string } | null }
  return user === null ? 'auto' : user.theme
}

interface First {
  readonly questions: readonly FirstQuestion[]
  /** Of the web: the browser asks for their files while it reads the document. */
  readonly modules: readonly string[]
}

const nothingFirst: First = { questions: [], modules: [] }

/** The reply to what the page asks for first, as it was at a moment. */
type Answer = (date: Date) => string

interface Embedded {
  readonly page: PageAddress | null
  readonly raw: object
  readonly data: Outgoing | null
  readonly who: Outgoing | null
  readonly answers: readonly Answer[]
  readonly reader: Reader
  /** What is drawn stands below the first view. */
  readonly isRest?: boolean
}

/** What the document embeds, but for the tokens of this one request. */
function embeddedParts({ page, raw, data, who, answers, reader, isRest = false }: Embedded, now: Date): string[] {
  const body = (part: Outgoing | null) =>
    part !== null && part.status < 400 && typeof part.body === 'string' ? part.body : 'null'
  const { timeZone, language, choices, sessionChoices } = reader
  return [
    `"page":${JSON.stringify(page?.name ?? null)}`,
    `"operation":${JSON.stringify(page?.operation.name ?? null)}`,
    `"input":${JSON.stringify(raw)}`,
    `"status":${data?.status ?? (page === null ? 404 : 200)}`,
    `"data":${body(data)}`,
    `"viewer":${body(who)}`,
    `"answers":[${answers.map(answer => answer(now)).join()}]`,
    `"reader":${JSON.stringify({ time_zone: timeZone, language, choices, session_choices: sessionChoices })}`,
    `"served_at":"${now.toISOString()}"`,
    ...(isRest ? ['"is_rest":true'] : []),
  ]
}

/** The rest of a page is of use until the browser has drawn it itself. */
const restPatienceMs = 2_000
/** Of a hundred discussions each: as many as a page reads by itself. */
const mostPages = 5

/** A drawing holds for half a minute: its times do. */
const drawnForMs = 30_000

/** The same as far as the first view shows it: what a drawing is kept by. */
function drawnPage(given: Embedded, shown: unknown): string {
  const { page, data } = given
  const now = new Date(Math.floor(Date.now() / drawnForMs) * drawnForMs)
  // The reply of its own operation.
  const body = page?.firstView === undefined ? data?.body : JSON.stringify(page.firstView(shown as never))
  return `{${embeddedParts({ ...given, data: data && { ...data, body } }, now).join()},"csrf_token":""}`
}

function embedded(given: Embedded, csrfToken: string, identity: Identity): string {
  const own = `"csrf_token":${JSON.stringify(csrfToken)},"signed_in":${identity.actor.kind === 'user'}`
  const masked = maskAuthenticity(csrfToken)
  const safe = [...embeddedParts(given, new Date()), own].map(part =>
    part.replaceAll(csrfToken, masked).replaceAll('<', '\\u003c'),
  )
  return `<script type="application/json" id="weft-page">{${safe.join()}}</script>`
}

const rootOf = ({ markup, place }: Drawing): string =>
  `<div id="root" data-place="${escapeHtml(place)}">${markup}</div>`

/** The rest of a page is asked for before what holds its place is read. */
const restLink = ({ pathname }: URL): string =>
  `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(`${pathname}/rest.html`)}">`

/** The address at which the page asks an operation. */
function addressOf({ operation, input }: FirstQuestion): string {
  const rest = new Map(Object.entries(input))
  const path = pathOf(operation).replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = String(rest.get(snakeCase(name)))
    rest.delete(snakeCase(name))
    return encodeURIComponent(value)
  })
  return `${path}?${new URLSearchParams([...rest].map(([name, value]) => [name, String(value)]))}`
}

/** Where feed readers find the page's feed. */
function feedLink(page: PageAddress | null, { pathname }: URL): string {
  if (page?.feed === undefined) return ''
  return `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(`${pathname}?format=atom`)}">`
}

/** What an address ends with (`*`) is the input `path`, here and in the operations' own addresses. */
const wireNames = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name === '*' ? 'path' : snakeCase(name), value]))

const mediaTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json',
}

function serveFiles(app: FastifyInstance, folder: string): void {
  // A build is a few megabytes and never changes: each file is read once, and answers without the disk.
  const files = new Map<string, Promise<Buffer | null>>()
  const read = (path: string): Promise<Buffer | null> => {
    const known = files.get(path)
    if (known !== undefined) return known
    // A file that is not there is asked for again: names come from outside, and would fill the map.
    const read = readFile(path).catch(() => {
      files.delete(path)
      return null
    })
    files.set(path, read)
    return read
  }
  const serve = async (name: string, request: FastifyRequest, reply: FastifyReply, cache: string) => {
    const path = normalize(join(folder, name))
    const type = mediaTypes[extname(path)]
    if (!path.startsWith(`${folder}/`) || type === undefined) return reply.callNotFound()
    const accepted = request.headers['accept-encoding'] ?? ''
    const encoding = ['br', 'gzip'].find(name => accepted.includes(name))
    const small = encoding === undefined ? null : await read(`${path}.${encoding === 'br' ? 'br' : 'gz'}`)
    const content = small ?? (await read(path))
    if (content === null) return reply.callNotFound()
    reply.type(type).header('cache-control', cache).header('vary', 'accept-encoding')
    return (small === null ? reply : reply.header('content-encoding', encoding)).send(content)
  }
  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) =>
    serve(join('assets', request.params['*']), request, reply, 'public, max-age=31536000, immutable'),
  )
  for (const name of ['favicon.svg', 'favicon.ico', 'robots.txt', 'manifest.webmanifest']) {
    app.get(`/${name}`, (request, reply) => serve(name, request, reply, 'public, max-age=86400'))
  }
}
