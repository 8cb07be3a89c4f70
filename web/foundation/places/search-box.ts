import { useRef, useState } from 'react'
import { usePageSearch, useSetSearch } from '#web/api/route.tsx'
import { searchDelayMs } from '#web/ui/use-debounced.ts'

/**
 * A search that stands in the address: typed freely, requested after a pause in typing. The first page of what it finds
 * shows.
 */
export function useSearchBox(name = 'search'): {
  /** The typed text. */
  readonly text: string
  readonly setText: (text: string) => void
  /** The text in the address, which the page searches for; undefined if there is none. */
  readonly asked: string | undefined
} {
  const search = usePageSearch()
  const setSearch = useSetSearch()
  const given = search[name]
  const asked = typeof given === 'string' && given !== '' ? given : undefined
  const [typed, setTyped] = useState<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function setText(text: string) {
    setTyped(text)
    clearTimeout(timer.current)
    timer.current = setTimeout(
      () => {
        const { [name]: _, page: __, cursor: ___, searched: ____, ...rest } = search
        setSearch(text.trim() === '' ? rest : { ...rest, [name]: text.trim() }, { replace: true })
        setTyped(null)
      },
      text === '' ? 0 : searchDelayMs,
    )
  }

  return { text: typed ?? asked ?? '', setText, asked }
}

/** The number of the page in the address. */
export function usePageNumber(): number | undefined {
  const { page } = usePageSearch()
  const number = typeof page === 'string' ? Number.parseInt(page, 10) : Number.NaN
  return number > 1 ? number : undefined
}
