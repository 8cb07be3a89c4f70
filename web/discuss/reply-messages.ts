/** What people read in the box to reply in, loaded with it. */
export const replyMessages = {
  staysResolved: 'Thread stays resolved',
  willBeResolved: 'Thread will be resolved',
  willBeUnresolved: 'Thread will be unresolved',
  staysUnresolved: 'Thread stays unresolved',
  confirmCancelReply: 'Are you sure you want to cancel creating this comment?',
} as const
