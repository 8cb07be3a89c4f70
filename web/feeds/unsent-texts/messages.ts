export const about = 'What you typed somewhere and did not send, on any of your devices. Only you can see it.'
export const outOfSight = 'In a place you can no longer see'
export const fetchFailed = 'Your unsent texts could not be fetched. Please try again.'
export const deleted = 'Deleted'
