export const textIsKept = 'Your unsent drafts are safe.'
