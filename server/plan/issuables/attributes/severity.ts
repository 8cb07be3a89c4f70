import { plainAttributes } from '#contract/plan/attributes/plain-attributes.ts'
import type { PlainParts } from '../define-attribute.ts'

const { choices, types } = plainAttributes.severity

/** @source SEVERITY-001 to SEVERITY-009 */
export const severity: PlainParts<'severity'> = {
  icons: { severity: 'severity' },
  graphql: { setter: 'Set the severity of an incident.', alias: 'issuableSetSeverity' },
  commands: [
    {
      name: 'severity',
      parameter: 'S1, S2, S3, S4, critical, high, medium, low, unknown',
      description: 'Set severity',
      types,
      read: (_ctx, _target, argument) => {
        const word = argument.trim().toUpperCase()
        const choice = choices.find(({ value, label }) => value === word || label.endsWith(` - ${word}`))
        if (choice === undefined)
          return {
            refused:
              'Could not apply severity command. A severity is S1 to S4, or critical, high, medium, low or unknown.',
          }
        return {
          changes: { severity: choice.value },
          will: `Sets the severity to ${choice.label}.`,
          did: `Set the severity to ${choice.label}.`,
        }
      },
    },
  ],
}
