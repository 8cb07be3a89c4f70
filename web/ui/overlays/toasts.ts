export interface ToastMessage {
  readonly id: number
  readonly text: string
  /** Each cause has at most one message. */
  readonly cause: string
  readonly tone: 'success' | 'info' | 'danger'
  readonly action: { readonly label: string; readonly run: () => void } | null
  /** Null: stays until it is dismissed. */
  readonly lastsMs: number | null
  /** The number of earlier failures of its kind. */
  readonly more: number
}

interface ToastOptions {
  readonly tone?: ToastMessage['tone']
  /** The cause of the toast, if its text differs each time. */
  readonly cause?: string
  /** Undoes the change that the toast reports. */
  readonly undo?: () => void
  /** The toast tells of a change whose undoing was offered before. */
  readonly offer?: UndoOffer
  /** Any other thing to do about it; the key for undo still undoes. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

const mostAtOnce = 3
const mostUndone = 20
/** The changes that can be undone, the last change at the end. They outlive their toasts. */
const undos: { readonly toastId: number; readonly run: () => void }[] = []
const watchers = new Set<() => void>()
let shown: readonly ToastMessage[] = []
let lastId = 0

/**
 * Show a sentence in a corner of the window, in the place of one about the same cause. An error stays until it is dismissed
 * or over (`dismissToasts`), the rest goes by itself.
 */
export function showToast(text: string, options: ToastOptions = {}): void {
  const { tone = 'success', undo } = options
  const offer = options.offer ?? (undo && offerUndo(undo))
  const id = offer?.id ?? ++lastId
  const action = options.action ?? (offer ? { label: 'Undo', run: () => takeBack(id) } : null)
  const lastsMs = tone === 'danger' ? null : action ? 10_000 : 5_000
  // Each change is taken back by its own message.
  const cause = options.cause ?? (offer ? `${text} ${id}` : text)
  const isSame = (toast: ToastMessage) =>
    toast.cause === cause || (tone === 'danger' && action === null && isOfKind(toast, text))
  const more = tone === 'danger' ? shown.filter(isSame).reduce((sum, same) => sum + same.more + 1, 0) : 0
  const others = shown.filter(toast => !isSame(toast))
  replace([...others, { id, text, cause, tone, action, lastsMs, more }].slice(-mostAtOnce))
}

/** Failures that tell of other things alone, by their numbers: "Could not move #1." */
const isOfKind = ({ tone, action, text }: ToastMessage, other: string): boolean =>
  tone === 'danger' && action === null && kindOf(text) === kindOf(other)
const kindOf = (text: string): string => text.replace(/[#!&]\d+/g, '#')

/** A change that can be taken back. */
export interface UndoOffer {
  readonly id: number
  readonly withdraw: () => void
}

/** Let the key for undo take back a change, whether or not a toast tells of it. */
export function offerUndo(run: () => void): UndoOffer {
  const id = ++lastId
  undos.splice(0, undos.length, ...undos.slice(1 - mostUndone), { toastId: id, run })
  return {
    id,
    withdraw() {
      const at = undos.findIndex(each => each.toastId === id)
      if (at >= 0) undos.splice(at, 1)
      dismissToast(id)
    },
  }
}

/** Undo the last change that was offered to be undone and was not undone yet. */
export function undoLast(): void {
  const last = undos.at(-1)
  if (last !== undefined) takeBack(last.toastId)
}

/** Undo once: a second press undoes nothing else. */
function takeBack(toastId: number): void {
  const at = undos.findIndex(each => each.toastId === toastId)
  const [undone] = at < 0 ? [] : undos.splice(at, 1)
  dismissToast(toastId)
  undone?.run()
}

/** Dismiss the messages of a cause: the failed action works again. */
export function dismissToasts(cause: string): void {
  if (shown.some(toast => toast.cause === cause)) replace(shown.filter(toast => toast.cause !== cause))
}

/** The page that they were about is left. */
export function dismissFailures(): void {
  if (shown.some(toast => toast.tone === 'danger')) replace(shown.filter(toast => toast.tone !== 'danger'))
}

export function dismissToast(id: number): void {
  replace(shown.filter(toast => toast.id !== id))
}

export function shownToasts(): readonly ToastMessage[] {
  return shown
}

export function watchToasts(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

function replace(next: readonly ToastMessage[]): void {
  shown = next
  for (const watcher of watchers) watcher()
}
