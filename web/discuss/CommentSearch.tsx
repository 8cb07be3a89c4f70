import { useState } from 'react'
import { useReading } from '#web/api/query.ts'
import { useGoTo } from '#web/api/route.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { useDebounced } from '#web/ui/use-debounced.ts'
import { useTools } from './context.ts'
import styles from './DiscussionSearch.module.css'

const shortest = 2

export function CommentSearch({ onChosen }: { readonly onChosen: () => void }) {
  const { noteable } = useTools()
  const goTo = useGoTo()
  const [words, setWords] = useState('')
  const search = useDebounced(words.trim())
  const isAsked = search.length >= shortest
  const found = useReading(
    noteable.kind.calls.searchPageNotes,
    { namespace: noteable.namespace, iid: noteable.iid, search },
    { enabled: isAsked, keepPrevious: true },
  )
  const hits = isAsked ? found.data : undefined
  return (
    <div className={styles.search}>
      <SearchInput label="Search comments" value={words} onValue={setWords} autoFocus maxLength={200} />
      {isAsked && found.isError && <Banner tone="danger">{found.error.message}</Banner>}
      {isAsked && found.isLoading && <Skeleton rows={2} shape="person" label="Searching" />}
      {hits !== undefined && hits.length === 0 && <p className={styles.none}>No matching comments</p>}
      {hits !== undefined && hits.length > 0 && (
        <ul className={styles.hits} aria-label="Comments found">
          {hits.map(hit => (
            <li key={hit.id}>
              <button
                type="button"
                className={styles.hit}
                onClick={() => {
                  onChosen()
                  goTo(`#note_${hit.id}`, { replace: true })
                }}
              >
                <Avatar {...hit.author} sizePx={20} named={false} />
                <span className={styles.by}>
                  <bdi>{hit.author.name}</bdi> <RelativeTime at={hit.createdAt} />
                </span>
                <span className={styles.excerpt} dir="auto">
                  <Marked text={hit.excerpt} words={search} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function Marked({ text, words }: { readonly text: string; readonly words: string }) {
  const at = text.toLowerCase().indexOf(words.toLowerCase())
  if (at < 0) return text
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, at + words.length)}</mark>
      {text.slice(at + words.length)}
    </>
  )
}
