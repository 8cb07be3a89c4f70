import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isNumberInAddress } from '#contract/address-numbers.ts'
import { visibleName } from '#contract/code/unwanted-characters.ts'
import { parseReader } from '#contract/reader.ts'
import { isAdmin } from '#server/access/facts.ts'
import { aMinute, limitTo } from '#server/access/rate-limits.ts'
import type { Context } from '#server/context.ts'
import { Malformed, Unavailable } from '#server/errors.ts'
import { siteNow } from '#server/foundation/settings/site-now.ts'
import type { AddressWords, FirstQuestion, PageAddress, PagePart } from '#server/page-address.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { type CompiledAnswer, contextOf, handleUnknown, perform, send, urlOf } from '#server/transport/rest/door.ts'
import type { Outgoing } from '#server/transport/rest/outgoing.ts'
import { contentPolicy } from '#server/transport/security-headers.ts'
import type { DoorParts } from '#server/transport/session/authenticate.ts'
import { authenticateSession, nobody } from '#server/transport/session/authenticate.ts'
import { pageToken } from '#server/transport/session/door.ts'
import {
  answerTo,
  drawnPage,
  embedded,
  endingOf,
  feedLink,
  headlineOf,
  restLink,
  rootOf,
  themeOf,
  titleOf,
} from './document.ts'
import type { Drawing } from './draw-worker.ts'
import { serveFiles } from './files.ts'
import { fillMarks } from './fill-marks.ts'
import { keptDocument, sendDocument } from './kept-documents.ts'
import { withLateScripts } from './late-scripts.ts'
import { missingPlace } from './missing-place.ts'
import { previewImageAddress, previewImageOf, previewTags } from './preview.ts'
import { startPreviewImages } from './preview-images.ts'
import type { WebRoot } from './web-root.ts'
import { withDash } from './without-dash.ts'

interface PagesParts {
  readonly pages: readonly PageAddress[]
  readonly pageParts: readonly PagePart[]
  readonly answers: readonly CompiledAnswer[]
  readonly web: WebRoot
}

/**
 * The addresses of no other door: the application with the data of its first page embedded, so that it paints without
 * asking again. Files of the build are served compressed and for ever.
 */
export async function openPagesDoor(
  app: FastifyInstance,
  parts: DoorParts,
  { pages, pageParts, answers, web }: PagesParts,
): Promise<void> {
  const byName = new Map(answers.map(each => [each.answer.operation.name, each]))
  const viewer = byName.get('getViewer')
  const images = startPreviewImages(parts.services.log)
  const limitImages = limitTo(aMinute.previewImages)
  const policy = contentPolicy(parts.services.settings.externalUrl, web.inlineScripts ?? [])
  const show =
    (addressed: PageAddress | null, further: AddressWords = {}) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      const page = hasItsNumbers(request.params) ? addressed : null
      if (page?.module !== undefined) web.drawing?.wake()
      const identity = await authenticateSession(parts, request)
      const ctx = contextOf(parts, request, identity)
      if (page?.address === '/' && identity.actor.kind === 'anonymous') {
        const { homePageUrl } = await siteNow(parts)
        if (homePageUrl !== null) return reply.header('cache-control', 'no-store').redirect(asciiOf(homePageUrl))
      }
      const url = urlOf(parts.services, request)
      const compiled = page === null ? undefined : byName.get(page.operation.name)
      const named = wireNames(request.params as Record<string, string>)
      const words: Record<string, unknown> = { ...(request.query as Record<string, unknown>), ...further, ...named }
      const feed = page?.feed === undefined ? undefined : byName.get(page.feed.name)
      if (feed !== undefined && isFeed(words)) {
        const sent = await perform(feed, ctx, withoutFeed(words), url)
        return sent.headers.location === undefined
          ? send(reply, sent)
          : reply.redirect(sent.headers.location, sent.status)
      }
      const reader = parseReader(request.cookies)
      const spelled = page?.readWords?.(words, reader) ?? words
      const raw = compiled === undefined ? {} : inputIn(spelled, named, compiled)
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
      const other = data?.status === 404 ? page?.otherwise : undefined
      const compiledOther = other === undefined ? undefined : byName.get(other.operation.name)
      if (
        other !== undefined &&
        compiledOther !== undefined &&
        (await perform(compiledOther, ctx, raw, url)).status === 200
      )
        return reply.redirect(other.addressOf(request.originalUrl))
      const isShell = request.url === shellAddress
      const isUnknown = !isShell && (page === null || data?.status === 404)
      const known = isUnknown ? withDash(request.originalUrl) : null
      if (known !== null) return reply.redirect(known)
      const csrfToken = pageToken(identity, request, reply, parts)
      const status = data === null ? (isUnknown ? 404 : 200) : data.status < 400 ? 200 : data.status
      const html = await web.html(request.originalUrl)
      const isShown = status === 200 && typeof data?.body === 'string'
      const shown = isShown ? parsedOnce(data.body) : () => null
      const { answers, modules, lateModules } =
        page === null || !isShown ? nothingFirst : await readFirst(page, raw, shown, { words: spelled, ctx, url })
      const missing = status === 404 ? await missingPlace(ctx, request.originalUrl) : null
      const given = { page, raw, data, who: withoutToken(who, csrfToken), answers, reader, missing }
      const content = embedded(given, identity)
      const [before = '', after = ''] = html.split('<!--weft-->')
      const textWith = (drawn: Drawing | null): string => {
        const preview =
          page === null || !isShown
            ? ''
            : previewTags({
                page,
                shown: shown(),
                title: headlineOf(page, shown()),
                url: url(),
                isSignedOut: identity.actor.kind === 'anonymous',
              })
        const hasRest = drawn?.markup.includes(' data-rest') === true && page?.hasRest?.(shown() as never) === true
        const head = before.replace(
          '</head>',
          () =>
            `${web.linksOf?.(modules, lateModules) ?? ''}${feedLink(page, url())}${hasRest ? restLink(url()) : ''}</head>`,
        )
        const filled = fillMarks(drawn === null ? head : withLateScripts(head), [
          ['data-theme="auto"', `data-theme="${themeOf(who)}"`],
          [
            '<title>Weft</title>',
            `<title>${escapeHtml(visibleName(titleOf(page, status, shown())))}</title>${preview}`,
          ],
          ...(drawn === null ? [] : [['<div id="root"></div>', rootOf(drawn)] as const]),
        ])
        return `${filled}${content}`
      }
      const ending = `${endingOf(ctx.now, csrfToken)}${after}`
      const headers = { ...documentHeaders, 'content-security-policy': policy }
      const { drawing } = web
      if (drawing && page?.module !== undefined && isShown) {
        const address = request.originalUrl
        const document = await keptDocument([address, ...modules, ...lateModules, content], async () => {
          const drawn = await drawing.draw(address, drawnPage(given, shown))
          if (drawn?.isAgain) sentPages.drawnTwice += 1
          return drawn === null ? null : textWith(drawn)
        })
        sentPages[document === null ? 'undrawn' : 'drawn'] += 1
        if (document !== null) return sendDocument(reply.headers(headers), document, ending)
      }
      return send(reply, { status, headers, body: `${textWith(null)}${ending}` })
    }
  /** Draw the part below the first view of a page, while the scripts of its document are loading. */
  const showRest = (page: PageAddress) => async (request: FastifyRequest, reply: FastifyReply) => {
    const identity = await authenticateSession(parts, request)
    const ctx = contextOf(parts, request, identity)
    const url = urlOf(parts.services, request)
    const [compiled, first] = [byName.get(page.operation.name), page.asksFirst]
    const raw = wireNames(request.params as Record<string, string>)
    if (compiled === undefined || viewer === undefined || first === undefined) return reply.callNotFound()
    const [data, who] = await Promise.all([perform(compiled, ctx, raw, url), perform(viewer, ctx, {}, url)])
    const shown = data.status === 200 && typeof data.body === 'string' ? JSON.parse(data.body) : null
    if (shown === null || !page.hasRest?.(shown as never)) return reply.callNotFound()
    const question = first(raw, shown as never, raw)
    const whole = question === null ? null : await wholeAnswer(question, ctx, url)
    const reader = parseReader(request.cookies)
    const answers = whole === null ? [] : [whole]
    const given = { page, raw, data, who: withoutToken(who, identity.csrfToken), answers, reader, isRest: true }
    const address = request.originalUrl.replace(/\/rest\.html.*/s, '')
    const content = drawnPage(given, () => shown)
    const document = await keptDocument([address, content], async () => {
      const drawn = await web.drawing?.draw(address, content)
      return drawn?.markup ?? null
    })
    return document === null ? reply.callNotFound() : sendDocument(reply.headers(documentHeaders), document)
  }
  /**
   * The preview image of a page, as a signed-out visitor sees it. The answer is the same for a page that they may not
   * know, one that does not exist and one without an image, and every cache asks again, so that a page that becomes
   * confidential is hidden immediately.
   */
  const showPreviewImage = (page: PageAddress) => async (request: FastifyRequest, reply: FastifyReply) => {
    const compiled = byName.get(page.operation.name)
    if (compiled === undefined) return reply.callNotFound()
    const ctx = contextOf(parts, request, nobody)
    const data = await perform(
      compiled,
      ctx,
      wireNames(request.params as Record<string, string>),
      urlOf(parts.services, request),
    )
    const shown = data.status === 200 && typeof data.body === 'string' ? JSON.parse(data.body) : null
    const image = shown === null ? null : previewImageOf(page, shown)
    if (image === null) return reply.callNotFound()
    const drawn = await images.draw(image, request.originalUrl, () => limitImages(ctx))
    if (drawn === null) throw new Unavailable('The preview image cannot be drawn now. Try again in a minute.')
    reply.headers({ 'cache-control': 'public, no-cache', etag: drawn.etag, 'content-type': 'image/png' })
    if (request.headers['if-none-match']?.includes(drawn.etag)) return reply.code(304).send()
    return reply.send(drawn.png)
  }
  /** Read the first questions of the page and of other slices' parts on it. */
  async function readFirst(
    page: PageAddress,
    raw: object,
    shown: () => unknown,
    { words, ctx, url }: { readonly words: AddressWords; readonly ctx: Context; readonly url: () => URL },
  ): Promise<First> {
    const readPart = async ({ module, isLate = false, asksFirst }: PagePart) => {
      // The reply of its own operation.
      const question = await asksFirst(shown() as never, ctx)
      if (question === null) return []
      const answer = await firstAnswer(question, ctx, url)
      return isLate && answer === null ? [] : [{ module, isLate, answer }]
    }
    const own = page.asksFirst?.({ ...raw }, shown() as never, words) ?? null
    const [ownAnswer, found] = await Promise.all([
      own === null ? null : firstAnswer(own, ctx, url),
      Promise.all(pageParts.filter(({ operation }) => operation === page.operation).map(readPart)),
    ])
    const shownParts = found.flat()
    const modulesOf = (late: boolean) => shownParts.flatMap(({ module, isLate }) => (isLate === late ? [module] : []))
    return {
      answers: [ownAnswer, ...shownParts.map(({ answer }) => answer)].flatMap(each => each ?? []),
      modules: page.module === undefined ? [] : [page.module, ...modulesOf(false)],
      lateModules: [...new Set(modulesOf(true))],
    }
  }
  async function firstAnswer(question: FirstQuestion, ctx: Context, url: () => URL): Promise<string | null> {
    const compiled = byName.get(question.operation.name)
    if (compiled === undefined) return null
    const given = inWords(question.input)
    const { status, headers, body } = await perform(compiled, ctx, given, url)
    if (status >= 400 || typeof body !== 'string' || (body === '[]' && question.isLeftOutEmpty)) return null
    const { 'content-type': _, ...told } = headers
    return answerTo(question, told, body)
  }
  /** The answer as if all of it came on its first page. */
  async function wholeAnswer(question: FirstQuestion, ctx: Context, url: () => URL): Promise<string | null> {
    const compiled = byName.get(question.operation.name)
    if (compiled === undefined) return null
    const given = inWords(question.input)
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
    // An address with an open end has the ending in its path.
    if (page.feed !== undefined && !page.address.endsWith('*'))
      app.get(`${page.address}.atom`, show(page, { format: 'atom' }))
    if (page.alsoAt !== undefined) app.get(page.alsoAt, (_, reply) => reply.redirect(page.address))
    if (page.preview !== undefined) app.get(previewImageAddress(page.address, page.address), showPreviewImage(page))
    if (page.hasRest !== undefined) app.get(`${page.address}/rest.html`, showRest(page))
  }
  app.get(shellAddress, show(null))
  if (web.folder !== null) serveFiles(app, web.folder)
  app.setNotFoundHandler((request, reply) => {
    const wantsPage =
      request.method === 'GET' &&
      (request.headers.accept ?? '').includes('text/html') &&
      !request.url.startsWith('/api/')
    return wantsPage ? show(null)(request, reply) : handleUnknown(request, reply, answers)
  })
}

/** A reply as data, which not every page needs. */
function parsedOnce(text: string): () => unknown {
  let parsed: unknown
  return () => {
    parsed ??= JSON.parse(text)
    return parsed
  }
}

/** Whether the parts of an address that are numbers are digits: `/issues/seven` is the address of no page. */
const hasItsNumbers = (params: unknown): boolean =>
  Object.entries(params ?? {}).every(([name, value]) => !isNumberInAddress(name) || /^\d+$/.test(String(value)))

/** The input of a question as its address would say it. */
const inWords = (input: AddressWords): AddressWords =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name, typeof value === 'object' ? value : String(value)]),
  )

/**
 * The words of an address that are input. Others belong to a form, or to programs that count visits. An address typed
 * by hand shows a page, not an error: where words of the query have wrong values, the page is shown without them, as
 * the web asks for it.
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

/** An address as a header can hold it. */
const asciiOf = (address: string): string => address.replace(/[^\x21-\x7e]/gu, encodeURIComponent)

const documentHeaders = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }

/** The ending of the document has the token: the rest is the same in all sessions of a user. */
const withoutToken = (who: Outgoing | null, token: string | null): Outgoing | null =>
  typeof who?.body === 'string' && token !== null
    ? { ...who, body: who.body.replaceAll(JSON.stringify(token), 'null') }
    : who

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

interface First {
  readonly answers: readonly string[]
  /** The modules of the web: the browser requests their files while it reads the document. */
  readonly modules: readonly string[]
  /** Those whose scripts are loaded at rest. */
  readonly lateModules: readonly string[]
}

/** Pages of this process since its start: sent with their first view or without it, and drawn twice. */
export const sentPages = { drawn: 0, undrawn: 0, drawnTwice: 0 }

const nothingFirst: First = { answers: [], modules: [], lateModules: [] }

/** A document without a page: a browser keeps it, and shows the pages that it has kept in it while the server is out of reach. */
const shellAddress = '/-/shell'

/** The limit of pages of a hundred discussions each: as many as a page reads by itself. */
const mostPages = 5

/** The end of an address (`*`) is the input `path`, here and in the operations' own addresses. */
const wireNames = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name === '*' ? 'path' : snakeCase(name), value]))
