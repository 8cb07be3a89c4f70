/** Refuses a change of fields that someone else has changed since the caller read them. Browsers recognize it in GraphQL answers. */
export const overlapMessage = 'Someone else has changed this in the meantime'
