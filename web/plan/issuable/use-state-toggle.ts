import { messages } from '#web/plan/messages.ts'
import { useCloseGuard } from './close-guard.ts'
import { useIssuable } from './issuable-context.tsx'
import { useSave } from './use-save.ts'

export type StateToggle = NonNullable<ReturnType<typeof useStateToggle>>

/**
 * Close or reopen, which scripts beside the page hear of; null for those who may not.
 *
 * @source ISSUE-018, ISSUE-019, FORM-041, FORM-042
 */
export function useStateToggle() {
  const { kind, issuable, permissions, word } = useIssuable()
  const isOpen = issuable.state === 'opened'
  const save = useSave({
    save: kind.saves.state,
    preview: ({ namespace }, event: 'close' | 'reopen') => {
      const count = kind.openCount && namespace[kind.openCount]
      const by = event === 'close' ? -1 : 1
      return {
        issuable: { state: event === 'close' ? 'closed' : 'opened' },
        ...(kind.openCount && count !== null && { namespace: { [kind.openCount]: count + by } }),
      }
    },
    undo: { what: 'state', back: (_former, event) => (event === 'close' ? 'reopen' : 'close') },
    // @source ERRMSG-026
    failure: kind.stateFailure?.(isOpen) ?? messages.state(word),
    keepsReasons: true,
    onSaved: (_reply, event) =>
      document.dispatchEvent(
        new CustomEvent('state-changed', { bubbles: true, detail: { 'is-closed': event === 'close' } }),
      ),
  })
  const ask = useCloseGuard()
  if (!(isOpen ? permissions.canClose : permissions.canReopen)) return null
  return { ...save, ask, run: () => save.run(isOpen ? 'close' : 'reopen') }
}
