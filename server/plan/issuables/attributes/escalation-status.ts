import { choiceOf } from '#contract/plan/attributes/plain-attributes.ts'
import type { PlainParts } from '../define-attribute.ts'
import type { ChangeNote } from '../events.ts'

/** @source ESCAL-001 to ESCAL-009 */
export const escalationStatus: PlainParts<'escalationStatus'> = {
  ability: 'issuable:escalate',
  action: 'status',
  icons: { status: 'status' },
  describe: (_from, to) => statusNote(to),
  graphql: { setter: 'Set the status of an incident.', subscription: 'issuableEscalationStatusUpdated' },
}

/** @param because  the end of the sentence: "by closing the incident" */
export const statusNote = (to: string | null, because?: string): ChangeNote => ({
  action: 'status',
  text: `changed the incident status to **${choiceOf('escalationStatus', to)?.label}**${because === undefined ? '' : ` ${because}`}`,
})
