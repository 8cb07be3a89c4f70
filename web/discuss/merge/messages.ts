export const merged = 'Changes merged. Review the text, then save.'
