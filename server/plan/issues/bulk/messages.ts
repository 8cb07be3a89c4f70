/** Why issues are left out of a bulk edit. */
export const refusals = {
  notAllowed: 'You do not have permission to edit these issues',
  notAvailable: 'These fields are not available for this type',
  edited: 'Someone has edited these issues since',
} as const
