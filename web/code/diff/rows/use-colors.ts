import { keepPreviousData, type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DiffLine } from '#contract/code/diffs/diff-lines.ts'
import { highlight, keptColors, languageFor, maxHighlightedCharacters } from '../../highlight/highlight.ts'
import { highlightLanguage } from '../../highlight/language.ts'
import type { FileRow } from './rows.ts'

interface Colors {
  readonly old: ReadonlyMap<number, string>
  readonly now: ReadonlyMap<number, string>
}

const none: Colors = { old: new Map(), now: new Map() }

/**
 * The colors of the lines of a file, once they are there. Lines that come in between keep the others colored.
 *
 * @param id  names this very change
 * @returns safe HTML of a line
 */
export function useColors(path: string, id: string, rows: readonly FileRow[], isNear: boolean) {
  const { data: shown = none } = useQuery({
    ...useMemo(() => colorsReading(path, id, rows), [path, id, rows]),
    enabled: isNear && highlightLanguage(path) !== null,
    placeholderData: keepPreviousData,
  })
  return useMemo(
    () => (line: DiffLine) => (line.kind === 'removed' ? shown.old.get(line.oldPos) : shown.now.get(line.newPos)),
    [shown],
  )
}

/** Ask for the colors of a file before its lines are rendered, so that these are rendered once, not twice. */
export async function colorAhead(
  client: QueryClient,
  path: string,
  id: string,
  rows: readonly FileRow[],
): Promise<void> {
  if (highlightLanguage(path) !== null) await client.prefetchQuery(colorsReading(path, id, rows))
}

/** Both sides are colored in one query, so that the rows are rendered once more, not twice. */
const colorsReading = (path: string, id: string, rows: readonly FileRow[]) =>
  queryOptions({
    queryKey: ['colors of a diff', id, rows.length, ...hiddenIn(rows)],
    queryFn: () => colorsOf(path, sidesOf(rows)),
    ...keptColors,
  })

/** First lines of what is not shown: the same number of rows may show other lines. */
const hiddenIn = (rows: readonly FileRow[]): readonly number[] =>
  rows.flatMap(row => (row.kind === 'gap' ? [row.first] : []))

async function colorsOf(path: string, { before, after }: ColoredSides): Promise<Colors> {
  if (after.text === null) return none
  const [old, now] = await Promise.all(
    [before, after].map(async ({ lines, text }) => {
      const language = text === null ? null : languageFor(path, text)
      const html = text === null || language === null ? null : await highlight(language, text)
      return new Map(html === null ? [] : lines.map((line, index) => [line, html[index] ?? ''] as const))
    }),
  )
  return { old: old ?? none.old, now: now ?? none.now }
}

interface ColoredSides {
  readonly before: ColoredSide
  readonly after: ColoredSide
}

interface ColoredSide {
  readonly lines: readonly number[]
  /** Null if it is not highlighted. */
  readonly text: string | null
}

const plain: ColoredSide = { lines: [], text: null }

function sidesOf(rows: readonly FileRow[]): ColoredSides {
  // Joining a hundred thousand lines for nothing takes longer than all the rest.
  if (isLongerThan(rows, 2 * maxHighlightedCharacters)) return { before: plain, after: plain }
  const before: DiffLine[] = []
  const after: DiffLine[] = []
  for (const row of rows) {
    if (row.kind === 'gap') continue
    if (row.kind !== 'added') before.push(row)
    if (row.kind !== 'removed') after.push(row)
  }
  const textOf = (lines: readonly DiffLine[]) => lines.map(line => line.text).join('\n')
  // Unchanged lines have the colors of the new side.
  const hasRemoved = before.some(line => line.kind === 'removed')
  return {
    before: { lines: before.map(line => line.oldPos), text: hasRemoved ? textOf(before) : null },
    after: { lines: after.map(line => line.newPos), text: textOf(after) },
  }
}

function isLongerThan(rows: readonly FileRow[], characters: number): boolean {
  let left = characters
  for (const row of rows) {
    if (row.kind !== 'gap') left -= row.text.length + 1
    if (left < 0) return true
  }
  return false
}
