import type { PlainValues } from '#contract/plan/attributes/plain-attributes.ts'
import { useSave } from '#web/plan/issuable/use-save.ts'
import type { IssueData } from '#web/plan/shapes.ts'
import { savePlain } from '../save/save.ts'
import { messages } from './messages.ts'

/** Saves the status of an incident, shown at once. */
export const useIncidentStatus = () =>
  useSave<PlainValues['escalationStatus'], unknown, IssueData>({
    save: savePlain('escalationStatus'),
    preview: (_now, escalationStatus) => ({ issuable: { escalationStatus } }),
    failure: messages.updateStatus,
  })
