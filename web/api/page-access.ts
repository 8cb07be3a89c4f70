import { useSyncExternalStore } from 'react'
import type { Operation } from '#contract/operation.ts'
import type { Address } from './address.ts'
import { CallError, call } from './client.ts'
import { forgetPages } from './kept-pages.ts'
import { reconnect, watchReconnection } from './live/live.ts'
import { getViewer } from './operations.gen.ts'
import { viewerId } from './page.ts'
import { namespaceIn } from './place.ts'
import { queryClient } from './query.ts'
import { isReached, watchReach } from './reach.ts'
import { noteMoved, onRefusal } from './refusal.ts'
import { askSession, becomeVisitor, notifyTabs, onTabMessage, type SessionNow } from './session.ts'
import { isShown, keptPlaces } from './unsent-texts/kept-store.ts'
import { wordsIn } from './unsent-texts/kept-text.ts'

/** Whether the open page is still available to the user who opened it. */
export type PageAccess =
  | { readonly kind: 'granted' }
  /** The content was deleted, or the user has lost access to it. `texts`: unsent text on the page. */
  | { readonly kind: 'gone' | 'forbidden'; readonly texts: readonly string[] }
  /** The session has ended; `texts` is empty after signing out on purpose. */
  | { readonly kind: 'signed-out'; readonly texts: readonly string[] }
  /** Another user has signed in in this browser. */
  | { readonly kind: 'another-user' }

const granted: PageAccess = { kind: 'granted' }
const listeners = new Set<() => void>()
let access: PageAccess = granted

function setAccess(next: PageAccess): void {
  access = next
  for (const listener of listeners) listener()
}

export const usePageAccess = (): PageAccess =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => access,
    () => granted,
  )

interface OpenPage {
  /** The operation that loads the page's data. */
  readonly operation: Address<Operation> | null
  /** The full path in its URL. */
  readonly namespace: string | null
}

interface Navigation {
  /** Replace the current URL. */
  readonly replace: (href: string) => void
  /** The full path of the namespace that the page's data belong to. */
  readonly fullPathOf: (operation: string, data: unknown) => string | null
}

let page: OpenPage = { operation: null, namespace: null }

/** The operation that loads the data of the open page; null for a page without any. */
export const openOperation = (): string | null => page.operation?.name ?? null

/** Navigation has started from a page that was unavailable. */
let isLeaving = false
let navigation: Navigation | null = null

/** Start watching whether the page stays available. Call once. */
export function watchPageAccess(given: Navigation): void {
  navigation = given
  onRefusal(recheckAccess)
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const [name] = query.queryKey
    if (name === getViewer.name && action.type === 'success') return noteViewer(query.state.data)
    if (name !== page.operation?.name || !query.isActive()) return
    if (action.type === 'success') noteLoaded(query.queryKey, query.state.data)
    else if (action.type === 'error' && query.state.data !== undefined) void noteFailed(query.state.error)
  })
  // The connection may have broken because the session ended.
  watchReconnection(() => void checkSession())
  watchReach(() => {
    if (!isReached()) return
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    void checkSession()
  })
  onTabMessage(message => {
    // Signed-out pages stay as they are.
    if (viewerId === null) return
    if (message === 'signed-in' || access.kind !== 'granted') void checkSession()
    else void signedOut([])
  })
  // Restored from the back/forward cache; the session may have changed since.
  window.addEventListener('pageshow', event => event.persisted && void checkSession())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && access.kind !== 'granted') void checkSession()
  })
  // Tabs of a former session learn of the new one.
  if (viewerId !== null) notifyTabs('signed-in')
}

/** The page's project, group or the reader's role in it changed before the page was there. */
let isChanged = false

/** Call when a page has been rendered. */
export function enterPage(next: OpenPage): void {
  page = next
  if (isChanged) void recheckChanged()
}

/** Call when navigation to another page starts. */
export function leavePage(): void {
  page = { operation: null, namespace: null }
  isLeaving = access.kind === 'gone' || access.kind === 'forbidden'
}

/** Call when another view is about to be rendered: until then the page that is left must not show its content again. */
export function showPage(): void {
  if (isLeaving && (access.kind === 'gone' || access.kind === 'forbidden')) setAccess(granted)
  isLeaving = false
}

let rechecking: Promise<void> | null = null

/** Check the session and refetch the page's data. Concurrent calls share one check. */
export function recheckAccess(): Promise<void> {
  rechecking ??= recheck().finally(() => {
    rechecking = null
  })
  return rechecking
}

/** The same for a change that a check under way may have been too early for. */
export async function recheckChanged(): Promise<void> {
  await rechecking
  isChanged = page.operation === null
  await recheck(true)
}

async function recheck(isNew = false): Promise<void> {
  if (!(await checkSession()) || page.operation === null) return
  const queryKey = [page.operation.name]
  await queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: isNew })
}

/** @returns whether the user who opened the page is still signed in */
async function checkSession(): Promise<boolean> {
  return applySession(await askSession())
}

async function applySession(now: SessionNow): Promise<boolean> {
  switch (now) {
    case 'unknown':
      return true
    case 'same':
      if (access.kind === 'signed-out' || access.kind === 'another-user') await signedInAgain()
      return true
    case 'signed-out':
      if (access.kind !== 'signed-out') await signedOut(unsentTexts())
      return false
    case 'another':
      if (viewerId === null) window.location.reload()
      else if (access.kind !== 'another-user') {
        setAccess({ kind: 'another-user' })
        clearCache()
      }
      return false
    default:
      return now satisfies never
  }
}

let wordsInFields: () => readonly string[] = () => []

/** @param read  what was typed in the fields of open forms, such as dialogs */
export function offerWords(read: () => readonly string[]): void {
  wordsInFields = read
}

/** Unsent text of the visible text boxes, and of the fields of open forms. */
function unsentTexts(): readonly string[] {
  const kept = keptPlaces().filter(isShown).map(wordsIn)
  const written = wordsInFields().filter(value => !kept.some(words => words.includes(value)))
  return [...kept, ...written].filter(words => words.trim() !== '')
}

async function signedOut(texts: readonly string[]): Promise<void> {
  if (viewerId === null) return
  setAccess({ kind: 'signed-out', texts })
  clearCache()
  await becomeVisitor().catch(() => undefined)
  const viewer = await call(getViewer, {}).catch(() => null)
  if (viewer !== null && access.kind === 'signed-out') queryClient.setQueryData([getViewer.name, {}], viewer)
}

/** Drop all cached data of the former user. */
function clearCache(): void {
  void forgetPages()
  // The data are removed after the components that show them have unmounted.
  setTimeout(() => queryClient.removeQueries({ predicate: query => query.queryKey[0] !== getViewer.name }))
}

async function signedInAgain(): Promise<void> {
  reconnect()
  await queryClient.invalidateQueries({ queryKey: [getViewer.name] })
  setAccess(granted)
}

/** The user's live topic changed, possibly because the session ended. */
function noteViewer(viewer: unknown): void {
  const userId = isObject(viewer) && isObject(viewer.user) ? viewer.user.id : null
  if (userId !== viewerId && access.kind === 'granted') void checkSession()
}

function noteLoaded(key: readonly unknown[], data: unknown): void {
  if (access.kind === 'gone' || access.kind === 'forbidden') setAccess(granted)
  const [name, input] = key
  const { namespace } = page
  const fullPath = namespaceIn(data)?.fullPath ?? navigation?.fullPathOf(String(name), data) ?? null
  if (namespace === null || fullPath === null || fullPath.toLowerCase() === namespace.toLowerCase()) return
  noteMoved(namespace, fullPath)
  page = { ...page, namespace: fullPath }
  // Keep showing the current data under the new path.
  if (isObject(input) && input.namespace === namespace)
    queryClient.setQueryData([name, { ...input, namespace: fullPath }], data)
  const { pathname, search, hash } = window.location
  navigation?.replace(movedAddress(pathname, namespace, fullPath) + search + hash)
}

/** The URL path below a renamed namespace; unchanged when it is not below `from`. */
function movedAddress(pathname: string, from: string, to: string): string {
  const before = pathname.startsWith('/groups/') ? '/groups/' : '/'
  const rest = pathname.slice(before.length + from.length)
  return pathname.slice(before.length).toLowerCase().startsWith(from.toLowerCase()) && /^(?:\/|$)/.test(rest)
    ? before + to + rest
    : pathname
}

async function noteFailed(error: unknown): Promise<void> {
  if (!(error instanceof CallError) || ![401, 403, 404].includes(error.status)) return
  const at = page
  // A user who deleted it themselves has navigated away by now.
  if (access.kind !== 'granted' || !(await checkSession()) || page !== at) return
  setAccess({ kind: error.status === 403 ? 'forbidden' : 'gone', texts: unsentTexts() })
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
