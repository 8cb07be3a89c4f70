/** The words of a list's address, as they are parsed. */
type ListWords = Readonly<Record<string, unknown>>

/** The words of filters by days, which depend on where their reader is. */
const dayWords: readonly string[] = [
  ...['created', 'updated', 'closed', 'merged', 'start', 'due'].flatMap(word => [`${word}_after`, `${word}_before`]),
  'due_date',
]

/** Whether a list has to know the time zone of its reader. */
export const asksForDays = (words: ListWords): boolean => dayWords.some(word => words[word] !== undefined)

/**
 * The words of an address with labels in the list's own spelling. Links to labels in texts say `label_name[]=bug`, as GitLab's
 * do; others `labels[]=bug` or `labels=bug,ui`.
 */
export function inOwnWords<Words extends ListWords>(words: Words): Words {
  const { not, or } = words
  // Only the spelling changes.
  return {
    ...withLabels(words, 'labels'),
    ...(isRecord(not) && { not: withLabels(not, 'labels') }),
    ...(isRecord(or) && { or: withLabels(or, 'label_name') }),
  } as Words
}

/** The words of a list's address in the spelling of its operation, for a reader in a time zone. */
export const readListWords = (words: ListWords, { timeZone }: { readonly timeZone: string }): ListWords => ({
  ...inOwnWords(words),
  ...((asksForDays(words) || words.view !== undefined) && { time_zone: timeZone }),
})

function withLabels(words: ListWords, own: 'labels' | 'label_name'): ListWords {
  const { labels, label_name: names, ...rest } = words
  const all = new Set([...listed(labels), ...listed(names)])
  return all.size === 0 ? rest : { ...rest, [own]: [...all] }
}

/** A list, also one in words joined by commas. */
export const listed = (value: unknown): readonly string[] =>
  typeof value === 'string'
    ? value.split(',').filter(Boolean)
    : Array.isArray(value)
      ? value.filter(each => typeof each === 'string' && each !== '')
      : []

const isRecord = (value: unknown): value is ListWords =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
