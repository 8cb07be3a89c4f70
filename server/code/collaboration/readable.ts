import type { Allowed } from '#server/access/load.ts'
import type { ProjectRow } from '#server/foundation/namespaces/find-project.ts'

/** A project whose code the actor may read. */
export type ReadableProject = Allowed<'project:read-code', ProjectRow>
