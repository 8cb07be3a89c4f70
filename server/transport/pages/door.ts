import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFoundTitle, windowTitle } from '#contract/page-title.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import type { PageAddress } from '#server/slice.ts'
import { type CompiledAnswer, contextOf, handleUnknown, perform, send, urlOf } from '#server/transport/rest/door.ts'
import type { Outgoing } from '#server/transport/rest/outgoing.ts'
import type { DoorParts } from '#server/transport/session/authenticate.ts'
import { authenticateSession, type Identity, maskAuthenticity } from '#server/transport/session/authenticate.ts'
import { pageToken } from '#server/transport/session/door.ts'

/** Where the browser's files come from. */
export interface WebRoot {
  /** The page around every address, with the marker `<!--weft-->` where its data go. */
  html(url: string): Promise<string>
  /** Folder of built files, null when a development server brings them. */
  readonly folder: string | null
  /** The files of a page's module, as links for its document. */
  readonly linksOf?: (module: string) => string
}

/** The built pages of a folder. */
export async function builtWeb(folder: string): Promise<WebRoot> {
  const html = await readFile(join(folder, 'index.html'), 'utf8')
  const links = modulesOf(await readFile(join(folder, '.vite/manifest.json'), 'utf8'), html)
  return { folder, html: async () => html, linksOf: module => links(module) }
}

interface BuiltModule {
  readonly file: string
  readonly css?: readonly string[]
  readonly imports?: readonly string[]
  /** What it loads when it is wanted. */
  readonly dynamicImports?: readonly string[]
}

/** What each module loads besides what every document loads, now and when a part of it is wanted, as links. */
function modulesOf(manifestText: string, html: string): (module: string) => string {
  // Written by the build beside the document.
  const manifest = JSON.parse(manifestText) as Readonly<Record<string, BuiltModule>>
  const made = new Map<string, string>()
  return module => {
    const known = made.get(module)
    if (known !== undefined) return known
    const isNew = (file: string) => !html.includes(`/${file}"`)
    const [scripts, styles, wanted] = [new Set<string>(), new Set<string>(), new Set<string>()]
    const seen = new Set<string>()
    const waiting = [module]
    for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
      const built = manifest[name]
      if (built === undefined || seen.has(name)) continue
      seen.add(name)
      scripts.add(built.file)
      for (const style of built.css ?? []) styles.add(style)
      waiting.push(...(built.imports ?? []))
      // What every document loads leads to all pages: of that, the shell's own parts.
      for (const part of built.dynamicImports ?? [])
        if (isNew(built.file) || part.startsWith('shell/')) wanted.add(part)
    }
    // Dialogs and forms, and what several of them share. Tables of data are large, and asked for by few.
    const forms = [...wanted].filter(part => part.endsWith('.tsx')).flatMap(part => manifest[part] ?? [])
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
    made.set(module, links)
    return links
  }
}

interface PagesParts {
  readonly pages: readonly PageAddress[]
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
  { pages, answers, web }: PagesParts,
): Promise<void> {
  const byName = new Map(answers.map(each => [each.answer.operation.name, each]))
  const viewer = byName.get('getViewer')
  const show = (page: PageAddress | null) => async (request: FastifyRequest, reply: FastifyReply) => {
    const identity = await authenticateSession(parts, request)
    const ctx = contextOf(parts, request, identity)
    const url = urlOf(parts.services, request)
    const compiled = page === null ? undefined : byName.get(page.operation.name)
    const raw: Record<string, unknown> = {
      ...(request.query as Record<string, unknown>),
      ...wireNames(request.params as Record<string, string>),
    }
    const feed = page?.feed === undefined ? undefined : byName.get(page.feed.name)
    if (feed !== undefined && isFeed(raw)) {
      const sent = await perform(feed, ctx, withoutFeed(raw), url)
      return sent.headers.location === undefined
        ? send(reply, sent)
        : reply.redirect(sent.headers.location, sent.status)
    }
    const [data, who] = await Promise.all([
      compiled === undefined ? null : perform(compiled, ctx, raw, url),
      viewer === undefined ? null : perform(viewer, ctx, {}, url),
    ])
    // A former path: the reader goes to the one of today.
    if (data?.headers.location !== undefined) return reply.redirect(data.headers.location, data.status)
    const csrfToken = pageToken(identity, request, reply, parts)
    const status = data === null ? (page === null ? 404 : 200) : data.status < 400 ? 200 : data.status
    const html = await web.html(request.originalUrl)
    const shown = status === 200 && typeof data?.body === 'string' ? JSON.parse(data.body) : null
    const whole = html
      .replace('data-theme="auto"', `data-theme="${themeOf(who)}"`)
      .replace('<title>Weft</title>', () => `<title>${text(titleOf(page, status, shown))}</title>`)
      .replace(
        '<!--weft-->',
        () =>
          embedded(page, raw, data, who, csrfToken, identity) + aheadOf(page, raw, shown, web) + feedLink(page, url),
      )
    const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }
    return send(reply, { status, headers, body: whole })
  }
  for (const page of pages) app.get(page.address, show(page))
  if (web.folder !== null) serveFiles(app, web.folder)
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      (request.headers.accept ?? '').includes('text/html') &&
      !request.url.startsWith('/api/')
    return wantsPage ? show(null)(request, reply) : handleUnknown(request, reply, answers)
  })
}

const feedEnding = /\.atom$/

const isFeed = ({ format, path }: Readonly<Record<string, unknown>>): boolean =>
  format === 'atom' || (typeof path === 'string' && feedEnding.test(path))

const withoutFeed = ({ format: _, ...raw }: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  typeof raw.path === 'string' ? { ...raw, path: raw.path.replace(feedEnding, '') } : raw

/** The window's title, as the page itself will set it. */
function titleOf(page: PageAddress | null, status: number, shown: unknown): string {
  if (status === 404) return windowTitle(notFoundTitle, null)
  if (page === null || shown === null) return windowTitle('', null)
  // The reply of its own operation.
  const title = typeof page.title === 'string' ? page.title : page.title(shown as never)
  return windowTitle(title, namespaceNameIn(shown as NamespacedReply))
}

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

function embedded(
  page: PageAddress | null,
  raw: object,
  data: Outgoing | null,
  who: Outgoing | null,
  csrfToken: string,
  identity: Identity,
): string {
  const body = (part: Outgoing | null) =>
    part !== null && part.status < 400 && typeof part.body === 'string' ? part.body : 'null'
  const json = `{"page":${JSON.stringify(page?.name ?? null)},"operation":${JSON.stringify(page?.operation.name ?? null)},"input":${JSON.stringify(raw)},"status":${data?.status ?? (page === null ? 404 : 200)},"data":${body(data)},"viewer":${body(who)},"csrf_token":${JSON.stringify(csrfToken)},"signed_in":${identity.actor.kind === 'user'},"served_at":"${new Date().toISOString()}"}`
  const shown = json.replaceAll(csrfToken, maskAuthenticity(csrfToken)).replaceAll('<', '\\u003c')
  return `<script type="application/json" id="weft-page">${shown}</script>`
}

/** Links to what the page needs next, so that the browser asks for it while it reads the scripts. */
function aheadOf(page: PageAddress | null, raw: Record<string, unknown>, shown: unknown, web: WebRoot): string {
  if (page === null || shown === null) return ''
  const links = page.module === undefined ? '' : (web.linksOf?.(page.module) ?? '')
  // The reply of its own operation.
  const address = page.asksFirst?.(raw, shown as never) ?? null
  if (address === null) return links
  return `<link rel="preload" as="fetch" crossorigin href="${attribute(address)}">${links}`
}

/** Where feed readers find the page's feed. */
function feedLink(page: PageAddress | null, { pathname }: URL): string {
  if (page?.feed === undefined) return ''
  return `<link rel="alternate" type="application/atom+xml" href="${attribute(`${pathname}?format=atom`)}">`
}

const text = (words: string): string => words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const attribute = (address: string): string =>
  address.replaceAll('&', '&amp;').replaceAll('"', '%22').replaceAll('<', '%3C')

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
