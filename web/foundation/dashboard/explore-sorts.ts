export const exploreSorts = [
  { value: 'activity', label: 'Last active' },
  { value: 'stars', label: 'Most stars' },
  { value: 'name', label: 'Name' },
  { value: 'created', label: 'Newest' },
] as const

type ExploreSort = (typeof exploreSorts)[number]['value']

/** The order that an address asks for; undefined where it asks for none that there is. */
export const exploreSort = (given: unknown): ExploreSort | undefined =>
  exploreSorts.find(each => each.value === given)?.value
