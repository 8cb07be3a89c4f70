/** The way in which missing lines of a file are loaded. @source DIFF-033 */
export type LoadState =
  | { readonly step: 'idle' }
  | { readonly step: 'loading' }
  | { readonly step: 'errored'; readonly message: string }

export type LoadEvent =
  | { readonly type: 'start' }
  | { readonly type: 'success' }
  | { readonly type: 'error'; readonly message: string }
  | { readonly type: 'acknowledge' }

export const idle: LoadState = { step: 'idle' }

/** The state after an event; events that a state does not know leave it as it is. */
export function afterLoad(state: LoadState, event: LoadEvent): LoadState {
  switch (event.type) {
    case 'start':
      return { step: 'loading' }
    case 'success':
      return state.step === 'loading' ? idle : state
    case 'error':
      return state.step === 'loading' ? { step: 'errored', message: event.message } : state
    case 'acknowledge':
      return state.step === 'errored' ? idle : state
    default:
      return event satisfies never
  }
}
