export const messages = {
  cannotApprove: 'You cannot approve this merge request.',
  cannotRequestChanges: 'You cannot request changes to this merge request.',
  noReviewer: 'Reviewer not found',
  approved: 'Approved this merge request.',
  unapproved: 'Revoked the approval of this merge request.',
  hasNotApproved: 'You have not approved this merge request.',
  verdicts: 'Could not apply submit_review command. Write approve, requested_changes or reviewed.',
} as const
