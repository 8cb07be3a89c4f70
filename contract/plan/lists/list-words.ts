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
 * The words of an address with labels and milestones in the list's own spelling. Links to labels in texts say `label_name[]=bug`,
 * as GitLab's do; others `labels[]=bug` or `labels=bug,ui`. GitLab's links to milestones say `milestone_title=v1`, those to drafts
 * `draft=yes` or `not[wip]=yes`.
 */
export function inOwnWords<Words extends ListWords>(words: Words): Words {
  const { or, any } = words
  const negated: ListWords = isRecord(words.not) ? spelled(words.not, 'labels') : {}
  const { wip, ...not } = negated
  const isDraft = wip === 'yes' ? 'no' : wip === 'no' ? 'yes' : undefined
  // Only the spelling changes.
  return {
    ...(isDraft && { wip: isDraft }),
    ...spelled(words, 'labels'),
    ...(isRecord(words.not) && { not: isDraft ? not : negated }),
    ...(isRecord(or) && { or: spelled(or, 'label_name') }),
    ...(isRecord(any) && { any: spelled(any, 'label_name') }),
  } as Words
}

/** The same of a list of issues, which GitLab's links also filter by `type[]=incident` and `scope=assigned_to_me`. */
export function inIssueWords<Words extends ListWords>(words: Words): Words {
  const { type, scope, not, or, ...rest } = inOwnWords(words)
  const types = typesIn(type)
  // Only the spelling changes.
  return {
    ...(scope === 'created_by_me' && { author_username: '@me' }),
    ...(scope === 'assigned_to_me' && { assignee_username: ['@me'] }),
    ...(types.length === 1 && { issue_type: types[0] }),
    ...rest,
    ...(isRecord(not) && { not: withoutType(not) }),
    ...(types.length > 1 ? { or: { issue_type: types, ...(isRecord(or) && or) } } : isRecord(or) && { or }),
  } as unknown as Words
}

const typesIn = (type: unknown): readonly string[] => listed(type).map(each => each.toLowerCase())

/** If several types are listed, none can be left out. */
function withoutType(not: ListWords): ListWords {
  const { type, ...rest } = not
  const types = typesIn(type)
  return types.length === 1 ? { issue_type: types[0], ...rest } : not
}

/** The words of a list's address in the spelling of its operation, for a reader in a time zone. */
export const readListWords = (words: ListWords, { timeZone }: { readonly timeZone: string }): ListWords => ({
  ...inOwnWords(words),
  ...((asksForDays(words) || words.view !== undefined) && { time_zone: timeZone }),
})

function spelled(words: ListWords, own: 'labels' | 'label_name'): ListWords {
  const { labels, label_name: names, milestone_title: milestone, draft, ...others } = words
  const rest = {
    ...(milestone !== undefined && { milestone }),
    ...(draft !== undefined && { wip: draft }),
    ...others,
  }
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
