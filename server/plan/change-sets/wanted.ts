import { Invalid } from '#server/errors.ts'
import { changesOf } from '#server/plan/issuables/changes/changes-of.ts'
import type { StateEvent, Wanted } from './changer.ts'
import type { AskedUpdate } from './find.ts'

/** The change that a request wants for each issue. @throws Invalid  nothing */
export function wantedOf(update: AskedUpdate): Wanted {
  const changes = changesOf('bulk', update)
  // An empty text leaves the state as it is.
  const stateEvent: StateEvent | null = update.stateEvent || null
  if (stateEvent === null && Object.keys(changes).length === 0) throw new Invalid('Choose at least one change')
  return { changes, stateEvent }
}
