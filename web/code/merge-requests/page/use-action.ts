import type { Carried } from '#web/api/own-writes.ts'
import { type Save, useSave } from '#web/plan/issuable/use-save.ts'

/** A call that changes the merge request, whose answer brings its page as it is then. */
export const useAction = (failure: string, send: (carried: Carried) => Promise<unknown>): Save<void> =>
  useSave<void>({ save: (_target, _value, carried) => send(carried), failure })
