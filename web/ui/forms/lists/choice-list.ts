import type { ReactNode } from 'react'
import { searchTerms, searchText } from '#contract/search-text.ts'

/** One thing to choose. */
export interface Option {
  readonly id: string
  readonly text: string
  /** The text as it is drawn, where that is more than the text: with what was found in it. */
  readonly shown?: ReactNode
  /** The detail under the text: a username, a date. */
  readonly detail?: string
  /** The element before the text: an avatar, a color. */
  readonly leading?: ReactNode
  /** The element after the text: a sign. */
  readonly trailing?: ReactNode
  /** Options of one group stand together under its name; the order of groups is that of their first options. One without a name is set apart by a line. */
  readonly group?: string
  readonly disabled?: boolean
}

export interface OptionGroup {
  readonly label: string | null
  readonly options: readonly { readonly option: Option; readonly index: number }[]
}

/** The options whose text or detail holds every word of the query, in their order. */
export function matching(options: readonly Option[], query: string): readonly Option[] {
  const terms = searchTerms(query)
  return options.filter(option => {
    const text = searchText(`${option.text} ${option.detail ?? ''}`)
    return terms.every(term => text.includes(term))
  })
}

/** The options in their order, those first whose text is what was typed: Enter takes the first. */
export function exactFirst(options: readonly Option[], query: string): readonly Option[] {
  const typed = searchText(query.trim())
  const isExact = ({ text }: Option) => searchText(text) === typed
  return typed !== '' && options.some(isExact)
    ? [...options.filter(isExact), ...options.filter(option => !isExact(option))]
    : options
}

/** A last row that makes what was typed. */
export interface CreateRow {
  readonly label: (query: string) => string
  readonly run: (query: string) => void
}

export const createId = '\u0000create'

/** Whether the typed text matches no option exactly. */
export function canCreate(options: readonly Option[], query: string): boolean {
  const text = query.trim().toLowerCase()
  return text !== '' && options.every(option => option.text.toLowerCase() !== text)
}

/** Options by group; `index` counts through all of them in the order they are shown in. */
export function grouped(options: readonly Option[]): readonly OptionGroup[] {
  const groups = new Map<string | null, Option[]>()
  for (const option of options) {
    const label = option.group ?? null
    const group = groups.get(label)
    if (group) group.push(option)
    else groups.set(label, [option])
  }
  let index = 0
  return [...groups].map(([label, members]) => ({
    label,
    options: members.map(option => ({ option, index: index++ })),
  }))
}

/** Selected where what is chosen now is not known: of several items at once. */
export const unknownId = '\u0000nothing'

/**
 * The index of the highlight on opening: the current choice, so that Enter changes nothing. While that is not listed,
 * there is no highlight; if nothing is chosen, it is the first row.
 */
export function presentIndex(shown: readonly Option[], selected: readonly string[]): number {
  return selected.length === 0 ? 0 : shown.findIndex(option => selected.includes(option.id))
}
