/** Said where filters or a search found nothing. */
export const noMatches = 'No Matching Results'
