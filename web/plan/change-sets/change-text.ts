interface Words {
  readonly before: string
  readonly preposition: string
  readonly after: string
}

/** A change in words: "label bug added to 2 issues". @param items  "2 issues", "#12" */
export const changeText = ({ before, preposition, after }: Words, items: string): string =>
  [before, preposition, items, after].filter(word => word !== '').join(' ')
