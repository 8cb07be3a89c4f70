export const about = 'Text you typed but did not send, from all your devices. Only you can see it.'
export const outOfSight = 'On an item you can no longer access'
export const fetchFailed = 'Could not load your unsent drafts. Please try again.'
export const deleted = 'Deleted'
