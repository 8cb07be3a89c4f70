import { notFoundTitle, windowTitle } from '#contract/page-title.ts'
import type { Reader } from '#contract/reader.ts'
import type { FirstQuestion, PageAddress } from '#server/page-address.ts'
import { escapeHtml } from '#server/platform/markdown/text.ts'
import { snakeCase } from '#server/platform/text/case.ts'
import { pathOf } from '#server/transport/rest/door.ts'
import type { Outgoing } from '#server/transport/rest/outgoing.ts'
import { type Identity, maskAuthenticity } from '#server/transport/session/authenticate.ts'
import type { Drawing } from './draw-worker.ts'

/** The window's title, as the page itself will set it. */
export function titleOf(page: PageAddress | null, status: number, shown: unknown): string {
  if (status === 404) return windowTitle(notFoundTitle, null)
  if (page === null || shown === null) return windowTitle('', null)
  return windowTitle(nameOf(page, shown), namespaceNameIn(shown as NamespacedReply))
}

/** The page's own name, and where it belongs. */
export const headlineOf = (page: PageAddress, shown: unknown): string =>
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

export const namespaceNameIn = ({ namespace, place, group, project }: NamespacedReply): string | undefined =>
  namespace?.full_name ??
  place?.header?.full_name ??
  group?.full_name ??
  project?.full_name ??
  project?.name_with_namespace

/** The viewer's theme, so that the first paint has it. */
export function themeOf(who: Outgoing | null): string {
  if (who === null || who.status !== 200 || typeof who.body !== 'string') return 'auto'
  // The viewer operation's own reply.
  const { user } = JSON.parse(who.body) as { readonly user: { readonly theme: string } | null }
  return user === null ? 'auto' : user.theme
}

/** The reply to a first question of the page, as its document holds it. */
export const answerTo = (question: FirstQuestion, headers: Readonly<Record<string, string>>, body: string): string =>
  `{"url":${JSON.stringify(addressOf(question))},"headers":${JSON.stringify(headers)},"body":${body}}`

export interface Embedded {
  readonly page: PageAddress | null
  readonly raw: object
  readonly data: Outgoing | null
  readonly who: Outgoing | null
  /** The replies to what the page asks first. */
  readonly answers: readonly string[]
  readonly reader: Reader
  /** The data of a page that was not found: its place. No operation replied with them. */
  readonly missing?: string | null
  /** The markup belongs below the first view. */
  readonly isRest?: boolean
}

/**
 * The data that a page shows, as properties of a JSON object. Equal texts are equal pages.
 *
 * @param now  the minute that the times of the page are relative to
 */
function shownParts(given: Embedded, now: Date): string {
  const { page, raw, data, who, answers, reader, missing = null, isRest = false } = given
  const body = (part: Outgoing | null) =>
    part !== null && part.status < 400 && typeof part.body === 'string' ? part.body : 'null'
  const { timeZone, language, choices, sessionChoices } = reader
  return [
    `"page":${JSON.stringify(page?.name ?? null)}`,
    `"operation":${JSON.stringify(missing === null ? (page?.operation.name ?? null) : null)}`,
    `"input":${JSON.stringify(raw)}`,
    `"status":${data?.status ?? (page === null ? 404 : 200)}`,
    `"data":${missing ?? body(data)}`,
    `"viewer":${body(who)}`,
    `"answers":[${answers.join()}]`,
    `"reader":${JSON.stringify({ time_zone: timeZone, language, choices, session_choices: sessionChoices })}`,
    `"drawn_at":"${now.toISOString()}"`,
    ...(isRest ? ['"is_rest":true'] : []),
  ].join()
}

const minuteMs = 60_000

/** The current minute: the times on a page are relative to it, whenever it was drawn. */
const thisMinute = (): Date => new Date(Math.floor(Date.now() / minuteMs) * minuteMs)

/** The page as far as the first view shows it: all that the drawing knows. */
export function drawnPage(given: Embedded, shown: () => unknown): string {
  const { page, data } = given
  // The reply of its own operation.
  const body = page?.firstView === undefined ? data?.body : JSON.stringify(page.firstView(shown() as never))
  return `{${shownParts({ ...given, data: data && { ...data, body } }, thisMinute())}}`
}

/** The data of a document, except what differs for each request: that is its ending. */
export function embedded(given: Embedded, identity: Identity): string {
  const isSignedIn = identity.actor.kind === 'user'
  // A session that ends with the browser leaves nothing on the device.
  const keepsPages = !isSignedIn || identity.isRemembered === true
  const own = `"signed_in":${isSignedIn},"keeps_pages":${keepsPages}`
  return `<script type="application/json" id="weft-page">{${own},${shownParts(given, thisMinute()).replaceAll('<', '\\u003c')}`
}

/**
 * The ending of a document's data: what each request has to itself.
 *
 * @param servedAt  a moment before the data were read: the page asks for what has changed since
 */
export const endingOf = (servedAt: string, csrfToken: string): string =>
  `,"served_at":"${servedAt}","csrf_token":"${maskAuthenticity(csrfToken)}"}</script>`

export const rootOf = ({ markup, place }: Drawing): string =>
  `<div id="root" data-place="${escapeHtml(place)}">${markup}</div>`

/** The browser requests the rest of a page before it reads the placeholder. */
export const restLink = ({ pathname }: URL): string =>
  `<link rel="preload" as="fetch" crossorigin href="${escapeHtml(`${pathname}/rest.html`)}">`

/** The address at which the page asks an operation, as the web writes it: its parameters by name. */
function addressOf({ operation, input }: FirstQuestion): string {
  const rest = new Map(Object.entries(input))
  const path = pathOf(operation).replaceAll(/:([A-Za-z]+)/g, (_, name: string) => {
    const value = String(rest.get(snakeCase(name)))
    rest.delete(snakeCase(name))
    return encodeURIComponent(value)
  })
  const query = new URLSearchParams([...rest].flatMap(([name, value]) => parametersOf(name, value)))
  query.sort()
  return query.size > 0 ? `${path}?${query}` : path
}

/** `labels[]=a` and `not[author]=b` */
function parametersOf(name: string, value: unknown): string[][] {
  if (Array.isArray(value)) return value.flatMap(each => parametersOf(`${name}[]`, each))
  if (typeof value !== 'object' || value === null) return [[name, String(value)]]
  return Object.entries(value).flatMap(([key, each]) => parametersOf(`${name}[${key}]`, each))
}

/** The link with which feed readers find the page's feed. */
export function feedLink(page: PageAddress | null, { pathname }: URL): string {
  if (page?.feed === undefined) return ''
  return `<link rel="alternate" type="application/atom+xml" href="${escapeHtml(`${pathname}?format=atom`)}">`
}
