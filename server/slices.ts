import { groups } from '#server/foundation/groups/slice.ts'
import { projects } from '#server/foundation/projects/slice.ts'
import type { Slice } from '#server/slice.ts'

/** The table of contents: every slice of the server, lowest floor first. */
export const slices: readonly Slice[] = [groups, projects]
