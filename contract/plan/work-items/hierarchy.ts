// The possible parents of each type. This file imports nothing, so that the browser can load it.

/** The types that an issuable of a type can be in; those that are not named can be in epics. @source graphql.md 8 */
const parentTypes: Readonly<Record<string, readonly string[]>> = {
  task: ['issue', 'incident', 'ticket'],
  objective: ['objective'],
  key_result: ['objective'],
}

/**
 * Whether the children of a type have to be of the same group tree; issues can be in epics of any group.
 *
 * @source product-rules.md 2.9 and 10
 */
export const staysInTree = (type: string): boolean => type === 'epic' || parentTypesOf(type) !== inEpics

/** Types that can be in one of their own kind, and how many levels deep. @source graphql.md 8 */
const maxLevels: Readonly<Record<string, number>> = { epic: 7, objective: 9 }

const inEpics: readonly string[] = ['epic']

/** The types that an issuable of a type can be in. */
export const parentTypesOf = (type: string): readonly string[] => parentTypes[type] ?? inEpics

/** Levels of one type, one in another; null for a type that cannot be in itself. */
export const levelsOf = (type: string): number | null => maxLevels[type] ?? null

/** The types, except epics', that an issuable of a type can contain: a list of child items creates and accepts them. */
export const childTypesOf = (type: string): readonly string[] =>
  Object.entries(parentTypes).flatMap(([child, parents]) => (parents.includes(type) ? [child] : []))
