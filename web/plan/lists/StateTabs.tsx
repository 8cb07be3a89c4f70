import { addressOf, type Search } from '#web/api/router/search.ts'
import { LinkTabs } from '#web/ui/layout/Tabs.tsx'
import { changed } from './list-address.ts'

interface StateTabsProps<State extends string> {
  /** The title of the list: "Issues". */
  readonly title: string
  /** The address of the list. */
  readonly path: string
  readonly search: Search
  readonly state: State
  readonly names: Readonly<Record<State, string>>
  readonly counts: Readonly<Record<State, { readonly count: number; readonly isAtLeast: boolean }>>
}

/** The states of a list, each with its count. A list shows the first one unless its address names another. */
export function StateTabs<State extends string>({ title, path, search, names, ...props }: StateTabsProps<State>) {
  // The keys of the object are its states.
  const states = Object.keys(names) as State[]
  return (
    <LinkTabs
      label={`${title} by state`}
      active={props.state}
      tabs={states.map(state => ({
        key: state,
        label: names[state],
        count: props.counts[state].count,
        countIsAtLeast: props.counts[state].isAtLeast,
        href: addressOf(path, changed(search, { state: state === states[0] ? undefined : state })),
      }))}
    />
  )
}
