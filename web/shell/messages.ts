export const textIsKept = 'Text you have not sent is kept.'
