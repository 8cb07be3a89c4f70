export interface ToastMessage {
  readonly id: number
  readonly text: string
  readonly tone: 'success' | 'info' | 'danger'
  readonly action: { readonly label: string; readonly run: () => void } | null
  /** Null: stays until it is dismissed. */
  readonly lastsMs: number | null
}

export interface ToastOptions {
  readonly tone?: ToastMessage['tone']
  /** Takes back what the toast tells of. */
  readonly undo?: () => void
  /** Any other thing to do about it. */
  readonly action?: { readonly label: string; readonly run: () => void }
}

const mostAtOnce = 3
const watchers = new Set<() => void>()
let shown: readonly ToastMessage[] = []
let lastId = 0

/** Show a sentence at the foot of the window. An error stays until it is dismissed, the rest goes by itself. */
export function showToast(text: string, options: ToastOptions = {}): void {
  const { tone = 'success', undo } = options
  const action = options.action ?? (undo ? { label: 'Undo', run: undo } : null)
  const lastsMs = tone === 'danger' ? null : action ? 10_000 : 5_000
  lastId += 1
  replace([...shown, { id: lastId, text, tone, action, lastsMs }].slice(-mostAtOnce))
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
