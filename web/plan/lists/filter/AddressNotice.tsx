import { useSetSearch } from '#web/api/route.tsx'
import type { Search } from '#web/api/router/search.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import styles from '../ListTools.module.css'
import type { FilterSet } from './filters.ts'
import { unreadOrder, unreadWords, without } from './unread-words.ts'

interface AddressNoticeProps {
  /** The parameters of the list. */
  readonly search: Search
  readonly set: FilterSet
  /** The orders by which the list can be sorted. */
  readonly orders: readonly { readonly orderBy: string }[]
}

/** Says which words of the address do not filter the list, and which do without a token in the filter bar. */
export function AddressNotice({ search, set, orders }: AddressNoticeProps) {
  const setSearch = useSetSearch()
  const { unknown, unshown } = unreadWords(search, set)
  const unsorted = unreadOrder(
    search,
    orders.map(({ orderBy }) => orderBy),
  )
  const drop = (words: readonly string[]) => () => setSearch(without(search, words), { replace: true })
  if (unknown.length + unshown.length + unsorted.length === 0) return null
  return (
    <div className={styles.notice}>
      {unknown.length > 0 && (
        <Banner onDismiss={drop(unknown)}>
          {unknown.length === 1 ? 'Filter not recognized: ' : 'Filters not recognized: '}
          <Words words={unknown} />. The list is not filtered by {unknown.length === 1 ? 'it' : 'them'}.
        </Banner>
      )}
      {unsorted.length > 0 && (
        <Banner onDismiss={drop(unsorted)}>
          Sort order not recognized: <Words words={unsorted.map(word => `${word}=${search[word]}`)} />.
        </Banner>
      )}
      {unshown.length > 0 && (
        <Banner action={<Button onClick={drop(unshown)}>Remove</Button>}>
          The URL also filters by <Words words={unshown} />.
        </Banner>
      )}
    </div>
  )
}

function Words({ words }: { readonly words: readonly string[] }) {
  return words.map((word, nth) => (
    <span key={word}>
      {nth > 0 && ', '}
      <code>{word}</code>
    </span>
  ))
}
