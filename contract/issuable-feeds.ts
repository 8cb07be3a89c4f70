import { allSeries, type IssuableKind, type IssuableSeries, issuableKinds } from './issuable-kinds.ts'

// The words of to-dos, GraphQL and activities for the table of kinds. They have their own file, since no script of the
// pages needs them.

type Kinds = typeof issuableKinds

/** The series whose issuables activities show when they are created, closed or reopened. */
export type ShownSeries = {
  [Series in IssuableSeries]: Kinds[Series] extends { readonly shownAs: string } | { readonly isOutsideGraphql: true }
    ? never
    : Series
}[IssuableSeries]

export const shownSeries: readonly ShownSeries[] = allSeries.filter(
  (series): series is ShownSeries =>
    !('shownAs' in issuableKinds[series]) && !('isOutsideGraphql' in issuableKinds[series]),
)

/** The word for a series in the filter of an activity page. */
export const activityFilterOf = (series: ShownSeries): Kinds[ShownSeries]['rest']['segment'] =>
  issuableKinds[series].rest.segment

type ShownKind = {
  [Kind in IssuableKind]: Kinds[Kind] extends { readonly shownAs: infer Other } ? Other : Kind
}[IssuableKind]

/** Each kind, with the one as which activities of the pages name it. */
export const shownKinds: readonly (readonly [IssuableKind, ShownKind])[] = Object.entries(issuableKinds).map(
  // An object's keys are its kinds.
  ([kind, entry]) => [kind, 'shownAs' in entry ? entry.shownAs : kind] as [IssuableKind, ShownKind],
)

/** The classes of global ids in GraphQL; none where it has no type. */
export function globalIdsOf(series: IssuableSeries): readonly string[] {
  const kind = issuableKinds[series]
  if ('isOutsideGraphql' in kind) return []
  return series === 'issue' ? [kind.contractType, 'WorkItem'] : [kind.contractType]
}

/** The words of GraphQL for to-dos about a series; the first is shown. */
export function todoTargetsOf(series: IssuableSeries): readonly string[] {
  const word = (issuableKinds[series].contractType.split('::').at(-1) ?? '').toUpperCase()
  return series === 'issue' ? [word, 'WORKITEM'] : [word]
}

/** Whether the number of a series is the beginning of a SHA. */
export const isNumberedBySha = (series: IssuableSeries): boolean => series === 'commit'
