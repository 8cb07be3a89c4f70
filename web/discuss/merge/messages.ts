export const merged = 'Both changes are in the text now. Look it over and save it.'
