import { ChevronDownIcon, ChevronUpIcon, XIcon } from '@primer/octicons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { DiffFileHead, DiffMatches } from '#contract/code/diffs/diffs.ts'
import { Button } from '#web/ui/actions/Button.tsx'
import { IconButton } from '#web/ui/actions/IconButton.tsx'
import { SearchInput } from '#web/ui/forms/SearchInput.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { useDebounced } from '#web/ui/use-debounced.ts'
import type { DiffSource } from '../diff-source.ts'
import { messages } from '../messages.ts'
import styles from './FindBox.module.css'

export interface Match {
  readonly file: DiffFileHead
  readonly lineCode: string
  readonly line: number
  readonly text: string
  readonly isFirstOfFile: boolean
}

interface FindBoxProps {
  readonly find: NonNullable<DiffSource['find']>
  readonly files: readonly DiffFileHead[]
  /** Counts up when the box is asked for once more. */
  readonly asked: number
  readonly onJump: (match: Match) => void
  readonly onClose: () => void
}

/** Finds in all files of a diff, also in those that are collapsed or far from the window. */
export function FindBox({ find, files, asked, onJump, onClose }: FindBoxProps) {
  const [text, setText] = useState('')
  const wanted = useDebounced(text.trim())
  const [at, setAt] = useState(-1)
  const input = useRef<HTMLInputElement>(null)
  // The field takes the focus whenever the box is asked for.
  useEffect(() => {
    if (asked > 0) input.current?.select()
  }, [asked])
  const { data, isError, isFetching, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: find(wanted, 0).queryKey,
    queryFn: ({ pageParam }) => find(wanted, pageParam).queryFn(),
    initialPageParam: 0,
    getNextPageParam: (last: DiffMatches) => last.next,
    enabled: wanted !== '',
    staleTime: Number.POSITIVE_INFINITY,
  })
  const matches = useMemo(() => matchesOf(data?.pages ?? [], files), [data, files])
  const next = data?.pages.at(-1)?.next ?? null
  // A search ends after some time. In a large diff it continues until something is found.
  useEffect(() => {
    if (matches.length === 0 && next !== null && !isFetching && !isError) void fetchNextPage()
  }, [matches.length, next, isFetching, isError, fetchNextPage])
  const hasMore = hasNextPage || data?.pages.some(page => page.files.some(file => file.isCut)) === true
  const [shownFor, setShownFor] = useState(wanted)
  if (shownFor !== wanted) {
    setShownFor(wanted)
    setAt(-1)
  }

  function jump(to: number) {
    const match = matches[to]
    if (match === undefined) return
    setAt(to)
    onJump(match)
  }
  const step = (by: 1 | -1) => {
    if (matches.length > 0) jump((Math.max(at, by === 1 ? -1 : 0) + by + matches.length) % matches.length)
  }

  return (
    <search className={styles.place} data-find>
      <div className={styles.box}>
        <div className={styles.bar}>
          <SearchInput
            ref={input}
            label="Find in changes"
            value={text}
            onValue={setText}
            className={styles.input}
            onKeyDown={(event: KeyboardEvent<HTMLInputElement>) => {
              if (event.key === 'Enter') {
                event.preventDefault()
                step(event.shiftKey ? -1 : 1)
              } else if (event.key === 'Escape') {
                event.preventDefault()
                onClose()
              }
            }}
          />
          <span className={styles.count} role="status">
            {wanted !== '' && !isError && summaryOf(matches.length, at, isFetching || hasNextPage, hasMore)}
          </span>
          <IconButton
            label="Previous match"
            icon={<ChevronUpIcon />}
            size="s"
            disabled={matches.length === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            label="Next match"
            icon={<ChevronDownIcon />}
            size="s"
            disabled={matches.length === 0}
            onClick={() => step(1)}
          />
          <IconButton label="Close search" icon={<XIcon />} size="s" onClick={onClose} />
        </div>
        {matches.length === 0 && next !== null && (
          <p className={styles.progress}>
            Searched {next.toLocaleString('en')} of {counted(files.length, 'file')}
          </p>
        )}
        {isError && <p role="alert">{messages.findFailed}</p>}
        {matches.length > 0 && (
          <ul className={styles.list} aria-label="Matches">
            {matches.map((match, index) => (
              <li key={`${match.file.id} ${match.lineCode}`}>
                {match.isFirstOfFile && <span className={styles.path}>{pathOf(match.file)}</span>}
                <button
                  type="button"
                  className={styles.match}
                  aria-current={index === at || undefined}
                  onClick={() => jump(index)}
                >
                  <span className={styles.line}>{match.line}</span>
                  <code>{match.text}</code>
                </button>
              </li>
            ))}
            {hasNextPage && (
              <li>
                <Button size="s" variant="quiet" busy={isFetching} onClick={() => void fetchNextPage()}>
                  Show more matches
                </Button>
              </li>
            )}
          </ul>
        )}
      </div>
    </search>
  )
}

function summaryOf(count: number, at: number, isSearching: boolean, hasMore: boolean): string {
  if (count === 0) return isSearching ? 'Searching' : 'No matches'
  const all = hasMore ? `${count}+` : String(count)
  return at < 0 ? (hasMore ? `${all} matches` : counted(count, 'match', 'matches')) : `${at + 1} of ${all}`
}

const pathOf = (file: DiffFileHead): string => (file.deletedFile ? file.oldPath : file.newPath)

function matchesOf(pages: readonly DiffMatches[], files: readonly DiffFileHead[]): readonly Match[] {
  const byId = new Map(files.map(file => [file.id, file]))
  return pages.flatMap(page =>
    page.files.flatMap(({ id, lines }) => {
      const file = byId.get(id)
      if (file === undefined) return []
      return lines.map(({ lineCode, newLine, oldLine, text }, index) => ({
        file,
        lineCode,
        line: newLine ?? oldLine ?? 0,
        text,
        isFirstOfFile: index === 0,
      }))
    }),
  )
}
