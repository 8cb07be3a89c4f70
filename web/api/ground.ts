import { useSyncExternalStore } from 'react'
import type { Operation } from '#contract/operation.ts'
import type { Address } from './address.ts'
import { CallError, call } from './client.ts'
import { isShown, keptPlaces, readKept } from './kept-store.ts'
import { reconnect, watchConnection } from './live.ts'
import { getViewer } from './operations.gen.ts'
import { viewerId } from './page.ts'
import { namespaceIn } from './place.ts'
import { queryClient } from './query.ts'
import { isReached, watchReach } from './reach.ts'
import { noteMoved, onRefusal } from './refusal.ts'
import { askSession, becomeVisitor, hearTabs, type SessionNow, tellTabs } from './session.ts'

/** Whether the page still stands on what it was opened on. */
export type Ground =
  | { readonly kind: 'firm' }
  /** What it shows is gone, or not for this person any more. */
  | { readonly kind: 'gone' | 'refused'; readonly texts: readonly string[] }
  /** Its session is over; `texts` is empty where the person left on purpose. */
  | { readonly kind: 'signed-out'; readonly texts: readonly string[] }
  /** Somebody else has signed in in this browser. */
  | { readonly kind: 'another-person' }

const firm: Ground = { kind: 'firm' }
const listeners = new Set<() => void>()
let ground: Ground = firm

function setGround(next: Ground): void {
  ground = next
  for (const listener of listeners) listener()
}

export const useGround = (): Ground =>
  useSyncExternalStore(
    listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => ground,
  )

interface OpenPage {
  /** The operation that brings the page's data. */
  readonly operation: Address<Operation> | null
  /** The full path in its address. */
  readonly namespace: string | null
}

interface GroundParts {
  /** Take the place of the present address. */
  readonly replace: (href: string) => void
  /** The full path that a page's data say they belong to. */
  readonly fullPathOf: (operation: string, data: unknown) => string | null
}

let page: OpenPage = { operation: null, namespace: null }
let parts: GroundParts | null = null

/** Begin to watch the page's ground, once. */
export function watchGround(given: GroundParts): void {
  parts = given
  onRefusal(lookAgain)
  queryClient.getQueryCache().subscribe(event => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const [name] = query.queryKey
    if (name === getViewer.name && action.type === 'success') return noteViewer(query.state.data)
    if (name !== page.operation?.name || !query.isActive()) return
    if (action.type === 'success') found(query.queryKey, query.state.data)
    else if (action.type === 'error' && query.state.data !== undefined) void lost(query.state.error)
  })
  // A socket that comes back may have been closed because its session is over.
  watchConnection(isOpen => isOpen && void judge())
  watchReach(() => {
    if (!isReached()) return
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
    void judge()
  })
  hearTabs(word => {
    // A visitor has nothing to lose by going on as one.
    if (viewerId === null) return
    if (word === 'signed-in' || ground.kind !== 'firm') void judge()
    else void signedOut([])
  })
  // Kept by the browser as it was left, whoever has signed in or out since.
  window.addEventListener('pageshow', event => event.persisted && void judge())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && ground.kind !== 'firm') void judge()
  })
  // What was opened by a new session tells the tabs of the last one.
  if (viewerId !== null) tellTabs('signed-in')
}

/** A page stands. */
export function enterPage(next: OpenPage): void {
  page = next
}

/** Another page is on its way. */
export function leavePage(): void {
  page = { operation: null, namespace: null }
  if (ground.kind === 'gone' || ground.kind === 'refused') setGround(firm)
}

let looking: Promise<void> | null = null

/** Look whether the page's ground still is there: who the person is, and what the page shows. */
export function lookAgain(): Promise<void> {
  looking ??= look().finally(() => {
    looking = null
  })
  return looking
}

async function look(): Promise<void> {
  if (!(await judge()) || page.operation === null) return
  const queryKey = [page.operation.name]
  await queryClient.refetchQueries({ queryKey, type: 'active' }, { cancelRefetch: false })
}

/** @returns whether the page still is the person's who opened it */
async function judge(): Promise<boolean> {
  return stand(await askSession())
}

async function stand(now: SessionNow): Promise<boolean> {
  switch (now) {
    case 'unknown':
      return true
    case 'same':
      if (ground.kind === 'signed-out' || ground.kind === 'another-person') await signedInAgain()
      return true
    case 'signed-out':
      if (ground.kind !== 'signed-out') await signedOut(openTexts())
      return false
    case 'another':
      if (viewerId === null) window.location.reload()
      else if (ground.kind !== 'another-person') {
        setGround({ kind: 'another-person' })
        forgetAll()
      }
      return false
    default:
      return now satisfies never
  }
}

/** What was typed in the boxes that are open and was not sent. */
const openTexts = (): readonly string[] =>
  keptPlaces()
    .filter(isShown)
    .flatMap(place => {
      const kept = readKept(place)
      return kept === null || kept.gone || kept.text.trim() === '' ? [] : [kept.text]
    })

async function signedOut(texts: readonly string[]): Promise<void> {
  if (viewerId === null) return
  setGround({ kind: 'signed-out', texts })
  forgetAll()
  await becomeVisitor().catch(() => undefined)
  const viewer = await call(getViewer, {}).catch(() => null)
  if (viewer !== null && ground.kind === 'signed-out') queryClient.setQueryData([getViewer.name, {}], viewer)
}

/** Nothing that the person could see stays in the browser's memory. */
function forgetAll(): void {
  // What shows it is taken away first.
  setTimeout(() => queryClient.removeQueries({ predicate: query => query.queryKey[0] !== getViewer.name }))
}

async function signedInAgain(): Promise<void> {
  reconnect()
  await queryClient.invalidateQueries({ queryKey: [getViewer.name] })
  setGround(firm)
}

/** The live topic of the person tells that something about them changed: that may be the end of their session. */
function noteViewer(viewer: unknown): void {
  const userId = isObject(viewer) && isObject(viewer.user) ? viewer.user.id : null
  if (userId !== viewerId && ground.kind === 'firm') void judge()
}

function found(key: readonly unknown[], data: unknown): void {
  if (ground.kind === 'gone' || ground.kind === 'refused') setGround(firm)
  const [name, input] = key
  const { namespace } = page
  const fullPath = namespaceIn(data)?.fullPath ?? parts?.fullPathOf(String(name), data) ?? null
  if (namespace === null || fullPath === null || fullPath.toLowerCase() === namespace.toLowerCase()) return
  noteMoved(namespace, fullPath)
  page = { ...page, namespace: fullPath }
  // The page goes on with what it shows.
  if (isObject(input) && input.namespace === namespace)
    queryClient.setQueryData([name, { ...input, namespace: fullPath }], data)
  const { pathname, search, hash } = window.location
  parts?.replace(movedAddress(pathname, namespace, fullPath) + search + hash)
}

/** An address below a namespace that goes by another path now. */
export function movedAddress(pathname: string, from: string, to: string): string {
  const before = pathname.startsWith('/groups/') ? '/groups/' : '/'
  const rest = pathname.slice(before.length + from.length)
  return pathname.slice(before.length).toLowerCase().startsWith(from.toLowerCase()) && /^(?:\/|$)/.test(rest)
    ? before + to + rest
    : pathname
}

async function lost(error: unknown): Promise<void> {
  if (!(error instanceof CallError) || ![401, 403, 404].includes(error.status)) return
  const at = page
  // Whoever deleted it themselves is on the way to another page by now.
  if (ground.kind !== 'firm' || !(await judge()) || page !== at) return
  setGround({ kind: error.status === 403 ? 'refused' : 'gone', texts: openTexts() })
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
