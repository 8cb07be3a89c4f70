import { notes } from '#server/discuss/notes/slice.ts'
import { reactions } from '#server/discuss/reactions/slice.ts'
import { references } from '#server/discuss/references/slice.ts'
import { groups } from '#server/foundation/groups/slice.ts'
import { projects } from '#server/foundation/projects/slice.ts'
import type { Slice } from '#server/slice.ts'

/** The table of contents: every slice of the server, lowest floor first. */
export const slices: readonly Slice[] = [groups, projects, references, reactions, notes]
