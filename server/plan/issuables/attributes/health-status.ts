import { plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import type { PlainParts } from '../define-attribute.ts'

const { choices, types } = plainAttributes.healthStatus

/** @source HEALTH-001 to HEALTH-006 */
export const healthStatus: PlainParts<'healthStatus'> = {
  ability: 'issuable:set-health-status',
  icons: { health_status: 'status-health' },
  graphql: { subscription: 'issuableHealthStatusUpdated' },
  commands: [
    {
      name: 'health_status',
      parameter: 'on_track, needs_attention, at_risk',
      description: 'Set health status',
      types,
      read: (_ctx, _target, argument) => {
        const word = argument
          .trim()
          .toLowerCase()
          .replace(/[\s-]+/g, '_')
        const choice = choices.find(({ value }) => value === word)
        if (choice === undefined)
          return {
            refused: 'Could not apply health_status command. Use on_track, needs_attention or at_risk.',
          }
        return {
          changes: { healthStatus: choice.value },
          will: `Sets the health status to ${choice.label}.`,
          did: `Set the health status to ${choice.label}.`,
        }
      },
    },
    {
      name: 'clear_health_status',
      parameter: null,
      description: 'Clear health status',
      types,
      read: () => ({
        changes: { healthStatus: null },
        will: 'Clears the health status.',
        did: 'Cleared the health status.',
      }),
    },
  ],
}
