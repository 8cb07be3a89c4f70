/** The reasons why a change set skips items. */
export const refusals = {
  notAllowed: 'You do not have permission to edit these items',
  notAvailable: 'These fields are not available for this type',
  edited: 'Someone has edited these items since',
  notFound: 'These items were deleted or moved, or you do not have access to them',
} as const
