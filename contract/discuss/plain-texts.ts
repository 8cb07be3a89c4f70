/** The types of texts in Markdown that take no quick actions. */
export const plainTexts: readonly string[] = ['Release', 'Milestone', 'HandoverNote']
