import * as contract from '#contract/plan/incidents/handover-notes.ts'
import { projectByRef } from '#server/foundation/namespaces/find-project.ts'
import { type Answer, answer } from '#server/slice.ts'
import { changeNote, currentNote, deleteNote, pageOfNotes, writeNote } from './notes.ts'

const changed = { about: projectByRef, ability: 'project:join-on-call' } as const

/** Notes of people on call for those who are on call next. */
export const handoverAnswers: readonly Answer[] = [
  answer(contract.listHandoverNotes, {
    about: projectByRef,
    ability: 'project:read-escalations',
    run: (ctx, project, { id: _, ...input }) => pageOfNotes(ctx, project, input),
  }),
  answer(contract.createHandoverNote, { ...changed, run: writeNote }),
  answer(contract.updateHandoverNote, { ...changed, current: currentNote, run: changeNote }),
  answer(contract.deleteHandoverNote, { ...changed, run: deleteNote }),
]
