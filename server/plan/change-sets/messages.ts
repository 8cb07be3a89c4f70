/** The reasons why a change set skips items. */
export const refusals = {
  notAllowed: 'You do not have permission to edit these items',
  notAvailable: 'These fields are not available for this type',
  edited: 'Someone has edited these items since',
} as const
