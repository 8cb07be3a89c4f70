import type { Slice } from '#server/slice.ts'
import { filterOptionAnswers } from './filter-options.ts'

/** The list engine: how lists of issuables of every kind are filtered, ordered, grouped, counted and paged. */
export const lists: Slice = { name: 'lists', answers: filterOptionAnswers }
