import type { Slice } from '#server/slice.ts'
import { listPreferenceFields } from './fields.ts'

/** A user's preferences for lists of issues, work items and merge requests, kept for clients of the GraphQL API. */
export const listPreferences: Slice = { name: 'list-preferences', fields: listPreferenceFields }
