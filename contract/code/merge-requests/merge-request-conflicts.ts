import { type Static, Type } from 'typebox'
import { operationsOf } from '#contract/operation.ts'
import { Dictionary, Nullable, Words } from '#contract/shapes.ts'
import { CodePlace } from '../code-pages.ts'
import { CommitMessage } from '../shapes.ts'

const operation = operationsOf('Pages')

const One = Type.Object({ namespace: Type.String(), iid: Type.Integer() })

const ConflictLine = Type.Object({
  /** `head`: of the source branch; `origin`: of the target branch; null: both have it. */
  type: Nullable(Words(['head', 'origin'])),
  oldLine: Nullable(Type.Integer()),
  newLine: Nullable(Type.Integer()),
  text: Type.String(),
})

const ConflictSection = Type.Object({
  id: Type.String(),
  conflict: Type.Boolean(),
  lines: Type.Array(ConflictLine),
  /** Lines in its middle that are left out. */
  hiddenLines: Type.Integer(),
  /** Sides whose last line has no line feed. */
  lacksNewline: Type.Array(Words(['head', 'origin'])),
})

const kindsOfSides = ['file', 'executable', 'link', 'submodule', 'folder', 'nothing'] as const

const ConflictFile = Type.Object({
  oldPath: Type.String(),
  newPath: Type.String(),
  /** `text`: a side is chosen for each conflict, or for the whole file; `text-editor`: by hand or for the file; `side`: for the file. */
  type: Words(['text', 'text-editor', 'side']),
  /**
   * The reason why the conflicts of a file are not shown one by one, or its conflict besides the lines; null for
   * neither.
   */
  reason: Nullable(
    Words([
      ...(['binary', 'large', 'unclear', 'mode', 'types', 'link', 'submodule', 'folder', 'deleted'] as const),
      ...(['rename-delete', 'rename-rename', 'location', 'renamed'] as const),
    ]),
  ),
  /** The other paths that the reason names: of the file before it was renamed, and of its other new name. */
  relatedPaths: Type.Array(Type.String()),
  /** The kind of the path on both branches. */
  head: Words(kindsOfSides),
  origin: Words(kindsOfSides),
  /** The target of a link, or the commit of a submodule. */
  headDetail: Nullable(Type.String()),
  originDetail: Nullable(Type.String()),
  /** Differences that the lines do not show: in the executable mode, or in the line ends. */
  remarks: Type.Array(Words(['mode', 'line-ends'])),
  /** Whether the resolved file is executable, unless the version of one branch is chosen. */
  executable: Type.Boolean(),
  canEdit: Type.Boolean(),
  /**
   * The number of lines of the file itself that look like conflict markers; a resolution by hand may keep that many.
   */
  ownMarkers: Type.Integer(),
  sections: Type.Array(ConflictSection),
})

const Conflicts = Type.Object({
  sourceBranch: Type.String(),
  targetBranch: Type.String(),
  /** Head of the source branch. */
  commitSha: Type.String(),
  targetSha: Type.String(),
  commitMessage: Type.String(),
  files: Type.Array(ConflictFile),
})
export type Conflicts = Static<typeof Conflicts>

export const getConflictsPage = operation({
  name: 'getConflictsPage',
  summary: 'Get data for the conflicts page of a merge request',
  at: 'GET /-/pages/merge_request_conflicts',
  input: One,
  reply: Type.Object({
    place: CodePlace,
    mergeRequest: Type.Object({ id: Type.Integer(), iid: Type.Integer(), title: Type.String() }),
    /** The reason why there is nothing to resolve here; null if there is something. */
    problem: Nullable(Type.String()),
    conflicts: Nullable(Conflicts),
  }),
})

export const listConflictedPaths = operation({
  name: 'listConflictedPaths',
  summary: 'List the conflicting files of a merge request',
  at: 'GET /-/pages/merge_request_conflicted_paths',
  input: One,
  /** The first 1,000. */
  reply: Type.Object({ paths: Type.Array(Type.String()) }),
})

/** @source rest.md 17.1 */
export const getConflicts = operation({
  name: 'getConflicts',
  summary: 'Get conflicts of a merge request',
  at: 'GET /:namespace/-/merge_requests/:iid/conflicts.json',
  input: One,
  reply: Conflicts,
})

export const getConflictContent = operation({
  name: 'getConflictContent',
  summary: 'Get the content of a conflicting file, with branch names in the conflict markers',
  at: 'GET /:namespace/-/merge_requests/:iid/conflict_for_path',
  input: Type.Object({ ...One.properties, newPath: Type.String({ maxLength: 4_096 }) }),
  reply: Type.Object({ content: Type.String() }),
})

/** @source rest.md 17.1 */
export const resolveConflicts = operation({
  name: 'resolveConflicts',
  summary: 'Merge the target branch into the source branch, with conflicts resolved',
  at: 'POST /:namespace/-/merge_requests/:iid/resolve_conflicts',
  status: 200,
  input: Type.Object({
    ...One.properties,
    commitMessage: CommitMessage,
    /** The heads that the conflicts were read at; others are refused with 409. */
    commitSha: Type.Optional(Type.String({ maxLength: 40 })),
    targetSha: Type.Optional(Type.String({ maxLength: 40 })),
    files: Type.Array(
      Type.Object({
        newPath: Type.String({ maxLength: 4_096 }),
        /** The file as one branch has it, or its deletion there. */
        choice: Type.Optional(Words(['head', 'origin'])),
        /** The chosen side of each section, by section id. */
        sections: Type.Optional(Dictionary(Words(['head', 'origin', 'both']))),
        content: Type.Optional(Type.String({ maxLength: 1_000_000 })),
      }),
      { maxItems: 500 },
    ),
  }),
  reply: Type.Object({ redirectTo: Type.String() }),
})
