import { type Static, type TProperties, Type } from 'typebox'
import { PlaceHeader } from '#contract/foundation/places.ts'
import { UserBasic } from '#contract/foundation/users.ts'
import { operationsOf } from '#contract/operation.ts'
import { Dictionary, Nullable, Words } from '#contract/shapes.ts'
import { codeOwnersFaults } from './code-owners.ts'
import { pipelineStates } from './commits/pipeline-status.ts'
import { DiffBatch, DiffSummary, Whitespace } from './diffs/diffs.ts'
import { mostRowsOfFolder } from './files/rows-of-folder.ts'
import { type RefKind, refKinds } from './ref-kinds.ts'

const operation = operationsOf('Code pages')

/** The project of the code, as the head of each of its pages needs it. */
export const CodePlace = Type.Object({
  header: PlaceHeader,
  id: Type.Integer(),
  namespace: Type.String(),
  name: Type.String(),
  /** Whether nothing was ever pushed: there are then no refs at all. */
  isEmpty: Type.Boolean(),
  defaultBranch: Type.String(),
  /** The URL for `git clone` over HTTP. */
  cloneUrl: Type.String(),
  /** The same over SSH; null where the server has no SSH port. */
  sshUrl: Nullable(Type.String()),
  canPush: Type.Boolean(),
  /** Commit to the branch that is shown: also without the role, where it is the source of a merge request that allows that. */
  canCommit: Type.Boolean(),
  /** Whether a user without push access can propose changes from a fork. */
  canFork: Type.Boolean(),
  canAdminCode: Type.Boolean(),
})
export type CodePlace = Static<typeof CodePlace>

/** A project that came from the same one as another, by forks. */
export const ProjectOfNetwork = Type.Object({ id: Type.Integer(), name: Type.String(), fullPath: Type.String() })
export type ProjectOfNetwork = Static<typeof ProjectOfNetwork>

/** The meaning of the words in an address. */
export const CodeRef = Type.Object({
  /** The branch's or tag's name, or the object name as in the address. */
  name: Type.String(),
  kind: Words(['branch', 'tag', 'commit']),
  commitId: Type.String(),
  isDefault: Type.Boolean(),
})
export type CodeRef = Static<typeof CodeRef>

const Writer = {
  authorName: Type.String(),
  authorEmail: Type.String(),
  /** The user of that email address, when there is one. */
  author: Nullable(UserBasic),
  /** ISO 8601 with the writer's own offset. */
  authoredDate: Type.String(),
  committedDate: Type.String(),
}

/** The status of a commit's newest pipeline, as pages mark the commit with it. */
export const PipelineMark = Type.Object({ id: Type.Integer(), status: Words(pipelineStates) })
export type PipelineMark = Static<typeof PipelineMark>

/** The newest pipeline of the head of a merge request, with the path of its project, which may be a fork. */
export const HeadPipeline = Type.Object({
  ...PipelineMark.properties,
  namespace: Type.String(),
  /** The numbers of its checks. */
  checks: Type.Object({ total: Type.Integer(), failed: Type.Integer(), unfinished: Type.Integer() }),
})

/** A commit as one line of a list. */
export const CommitLine = Type.Object({
  id: Type.String(),
  shortId: Type.String(),
  title: Type.String(),
  /** The message below the title, without blank lines around it. */
  body: Type.String(),
  parentIds: Type.Array(Type.String()),
  ...Writer,
  /** Absent where no program has reported of the commit, and where commits are shown without it. */
  pipeline: Type.Optional(PipelineMark),
  /** Comments on the commit itself; absent where there are none, and where commits are shown without them. */
  commentCount: Type.Optional(Type.Integer()),
})
export type CommitLine = Static<typeof CommitLine>

const LastCommit = Type.Object({
  id: Type.String(),
  shortId: Type.String(),
  title: Type.String(),
  authorName: Type.String(),
  authoredDate: Type.String(),
  committedDate: Type.String(),
})

export const TreeRow = Type.Object({
  id: Type.String(),
  name: Type.String(),
  path: Type.String(),
  type: Words(['tree', 'blob', 'commit']),
  mode: Type.String(),
  /** The address of the commit of a submodule; null for all other entries, and if its repository has no known pages. */
  submoduleHref: Nullable(Type.String()),
  lastCommit: Nullable(LastCommit),
})
export type TreeRow = Static<typeof TreeRow>

export const onPath = {
  namespace: Type.String(),
  /** Ref and path as in the address, `feature/x/src/a.ts`; empty or absent: the default branch. */
  path: Type.Optional(Type.String({ maxLength: 8192 })),
}

export const codeTreePage = operation({
  name: 'codeTreePage',
  summary: 'Get data for a folder page',
  at: 'GET /-/pages/code_tree',
  input: Type.Object({
    ...onPath,
    /** The most entries to return; `rowsOfFolder` unless given. */
    rows: Type.Optional(Type.Integer({ minimum: 1, maximum: mostRowsOfFolder })),
  }),
  reply: Type.Object({
    place: CodePlace,
    /** Null in an empty repository. */
    ref: Nullable(CodeRef),
    /** The path of the folder; empty for the root. */
    path: Type.String(),
    /** Folders first. */
    entries: Type.Array(TreeRow),
    /** The folder has more entries than `entries`. */
    isCut: Type.Boolean(),
    /** The commits of the entries are still being looked for: ask again in a moment. */
    isSearching: Type.Boolean(),
    /** The last commit that changed something here. */
    lastCommit: Nullable(CommitLine),
    readme: Nullable(
      Type.Object({
        name: Type.String(),
        path: Type.String(),
        /** Safe HTML; null for a README that is plain text. */
        html: Nullable(Type.String()),
        text: Nullable(Type.String()),
      }),
    ),
    branchCount: Type.Integer(),
    tagCount: Type.Integer(),
    commitCount: Type.Integer(),
    /** The languages by share of bytes, largest first; only for the root of the default branch, once known. */
    languages: Type.Array(Type.Object({ name: Type.String(), percent: Type.Number() })),
  }),
})

export const codeBlobPage = operation({
  name: 'codeBlobPage',
  summary: 'Get data for a file page',
  at: 'GET /-/pages/code_blob',
  input: Type.Object(onPath),
  reply: Type.Object({
    place: CodePlace,
    ref: CodeRef,
    path: Type.String(),
    file: Type.Object({
      id: Type.String(),
      name: Type.String(),
      mode: Type.String(),
      sizeBytes: Type.Integer(),
      /** The name of its language, by its ending. */
      language: Nullable(Type.String()),
      /** The way the page shows it. `large`: text over the limit, only for download. */
      show: Words(['text', 'image', 'video', 'audio', 'pdf', 'binary', 'large', 'link', 'submodule']),
      /**
       * The detected encoding of its bytes; null unless it is shown as text. Pages cannot edit other encodings than
       * `utf-8`.
       */
      encoding: Nullable(Type.String()),
    }),
    /** Null unless it is shown as text, or as a link (its target). */
    text: Nullable(Type.String()),
    /** Lines of the text. */
    lineCount: Type.Integer(),
    /** Safe HTML of a markdown file. */
    html: Nullable(Type.String()),
    /** The path from the root of the site. */
    rawPath: Type.String(),
    /** The same file at this very commit: an address that stays. */
    permalink: Type.String(),
    lastCommit: Nullable(CommitLine),
    /** The owners of the file by the CODEOWNERS file of the same commit. */
    codeOwners: Type.Object({
      users: Type.Array(UserBasic),
      /** The groups that the viewer can see. */
      groups: Type.Array(Type.Object({ id: Type.Integer(), fullName: Type.String(), fullPath: Type.String() })),
      /** Access levels: the direct members with exactly this role. */
      roles: Type.Array(Type.Integer()),
    }),
    /** Lines that do not do what they seem to, if it is a CODEOWNERS file. */
    codeOwnersProblems: Type.Array(Type.Object({ line: Type.Integer(), fault: Words(codeOwnersFaults) })),
  }),
})

export const codeBlamePage = operation({
  name: 'codeBlamePage',
  summary: 'Get data for a blame page',
  at: 'GET /-/pages/code_blame',
  input: Type.Object({
    ...onPath,
    /** False: also blame the commits that `.git-blame-ignore-revs` names. */
    ignoreRevs: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    place: CodePlace,
    ref: CodeRef,
    path: Type.String(),
    /** Whether the commits of `.git-blame-ignore-revs` are passed over; null where it names none. */
    ignoredRevs: Nullable(Type.Boolean()),
    ranges: Type.Array(
      Type.Object({
        startLine: Type.Integer(),
        lines: Type.Array(Type.String()),
        commit: CommitLine,
        /** The file before that commit; null where it began with it. */
        before: Nullable(Type.Object({ commitId: Type.String(), path: Type.String() })),
      }),
    ),
  }),
})

export const codeCommitsPage = operation({
  name: 'codeCommitsPage',
  summary: 'Get data for a commit list page, newest commits first',
  at: 'GET /-/pages/code_commits',
  input: Type.Object({
    ...onPath,
    /** Part of name or email address. */
    author: Type.Optional(Type.String({ maxLength: 255 })),
    /** Part of the message. */
    search: Type.Optional(Type.String({ maxLength: 255 })),
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    /** The number of the newest commits of the ref that an earlier search has examined. */
    searched: Type.Optional(Type.Integer({ minimum: 0, maximum: 2_000_000_000 })),
  }),
  reply: Type.Object({
    place: CodePlace,
    ref: Nullable(CodeRef),
    path: Type.String(),
    commits: Type.Array(CommitLine),
    page: Type.Integer(),
    hasNext: Type.Boolean(),
    /** The number of commits that this search and earlier ones have examined; null if it cannot go further back. */
    searched: Nullable(Type.Integer()),
  }),
})

export const commitsFeed = operation({
  name: 'commitsFeed',
  summary: 'Get the latest commits of a ref, file or folder as an Atom feed',
  at: 'GET /-/feeds/commits',
  input: Type.Object(onPath),
  reply: Type.Unsafe<string>({ type: 'string', format: 'binary' }),
})

export const codeCommitPage = operation({
  name: 'codeCommitPage',
  summary: 'Get data for a commit page',
  at: 'GET /-/pages/code_commit',
  input: Type.Object({ namespace: Type.String(), sha: Type.String({ maxLength: 255 }), w: Whitespace }),
  reply: Type.Object({
    place: CodePlace,
    commit: Type.Object({
      ...CommitLine.properties,
      committerName: Type.String(),
      committerEmail: Type.String(),
      committer: Nullable(UserBasic),
      /** Safe HTML, with its references. */
      titleHtml: Type.String(),
      bodyHtml: Type.String(),
    }),
    diff: DiffSummary,
    /** The first changed files, with their lines. */
    firstBatch: DiffBatch,
    discussion: Type.Object({
      /** The project's merge requests with threads on this commit, which their own pages show. */
      mergeRequests: Type.Array(
        Type.Object({ iid: Type.Integer(), title: Type.String(), threadCount: Type.Integer() }),
      ),
      /** The id of the discussion's noteable; 0 until the first comment. */
      id: Type.Integer(),
      iid: Type.Integer(),
      /**
       * The base that comments on lines refer to: the parent commit, or the empty tree for a commit without parents.
       */
      baseSha: Type.String(),
      notesCount: Type.Integer(),
      /** The number of the viewer's draft comments. */
      draftsCount: Type.Integer(),
      canComment: Type.Boolean(),
      canCommentInternally: Type.Boolean(),
      isArchived: Type.Boolean(),
      isPendingDeletion: Type.Boolean(),
    }),
  }),
})

export const codeCommitRefs = operation({
  name: 'codeCommitRefs',
  summary: 'List branches and tags that contain a commit',
  at: 'GET /:namespace/-/commit/:sha/refs',
  input: Type.Object({ namespace: Type.String(), sha: Type.String({ maxLength: 255 }) }),
  reply: Type.Object({ branches: Type.Array(Type.String()), tags: Type.Array(Type.String()), isCut: Type.Boolean() }),
})

/** @param refs  the list of a kind, under the name of the kind */
function refsPage<const Sort extends string, Refs extends TProperties>(
  kind: RefKind,
  sorts: readonly Sort[],
  refs: Refs,
) {
  const { title, plural } = refKinds[kind]
  return operation({
    name: `code${title}Page`,
    summary: `Get data for the list of ${plural}`,
    at: `GET /-/pages/code_${plural}`,
    input: Type.Object({
      namespace: Type.String(),
      search: Type.Optional(Type.String({ maxLength: 255 })),
      sort: Type.Optional(Words(sorts)),
      page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    }),
    reply: Type.Object({
      place: CodePlace,
      ...refs,
      total: Type.Integer(),
      page: Type.Integer(),
      hasNext: Type.Boolean(),
    }),
  })
}

const RefRow = { name: Type.String(), canDelete: Type.Boolean(), commit: CommitLine }

export const codeBranchesPage = refsPage('branch', ['name_asc', 'updated_asc', 'updated_desc'], {
  branches: Type.Array(
    Type.Object({
      ...RefRow,
      isDefault: Type.Boolean(),
      isProtected: Type.Boolean(),
      /** All its commits are in the default branch. */
      isMerged: Type.Boolean(),
      /** Commits that only the branch has, and that only the default branch has; null for that one itself. */
      divergence: Nullable(Type.Object({ ahead: Type.Integer(), behind: Type.Integer() })),
    }),
  ),
})

export const codeTagsPage = refsPage('tag', ['name_asc', 'updated_asc', 'updated_desc', 'version_desc'], {
  /** The message is that of an annotated tag; empty otherwise. */
  tags: Type.Array(
    Type.Object({ ...RefRow, message: Type.String(), isProtected: Type.Boolean(), hasRelease: Type.Boolean() }),
  ),
})

export const codeComparePage = operation({
  name: 'codeComparePage',
  summary: 'Compare two refs',
  at: 'GET /-/pages/code_compare',
  input: Type.Object({
    namespace: Type.String(),
    /** `main...feature`; with two dots the two ends themselves are compared. Empty: nothing is chosen yet. */
    path: Type.Optional(Type.String({ maxLength: 1024 })),
    /** The project of the first one, of the same fork network; absent: the same project. Both are compared from their merge base then. */
    fromProjectId: Type.Optional(Type.Integer({ minimum: 1 })),
    w: Whitespace,
  }),
  reply: Type.Object({
    place: CodePlace,
    fromProject: ProjectOfNetwork,
    /** The reader can choose among projects. */
    hasOtherProjects: Type.Boolean(),
    /** The requested ref; the default branch if none was requested. */
    from: Type.String(),
    to: Type.String(),
    straight: Type.Boolean(),
    /** Null while one of the two is not chosen or not there. */
    comparison: Nullable(
      Type.Object({
        fromId: Type.String(),
        toId: Type.String(),
        /** The commit where the diff begins; null if the histories have no common commit. */
        baseId: Nullable(Type.String()),
        commits: Type.Array(CommitLine),
        commitCount: Type.Integer(),
        diff: DiffSummary,
        /** The first changed files, with their lines. */
        firstBatch: DiffBatch,
      }),
    ),
    /** The refs that do not exist. */
    missing: Type.Array(Words(['from', 'to'])),
  }),
})

export const comparableProjects = operation({
  name: 'comparableProjects',
  summary: 'Search the projects whose code can be compared with that of a project',
  at: 'GET /-/pages/comparable_projects',
  input: Type.Object({ namespace: Type.String(), search: Type.Optional(Type.String({ maxLength: 255 })) }),
  /** The project itself first, then its upstream. */
  reply: Type.Array(ProjectOfNetwork),
})

export const codeRefs = operation({
  name: 'codeRefs',
  summary: 'List branches and tags for the ref switcher',
  at: 'GET /-/pages/code_refs',
  input: Type.Object({ namespace: Type.String(), search: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: Type.Object({
    defaultBranch: Type.String(),
    /** The default branch first; at most 50. */
    branches: Type.Array(Type.String()),
    branchCount: Type.Integer(),
    tags: Type.Array(Type.String()),
    tagCount: Type.Integer(),
  }),
})

export const codeFiles = operation({
  name: 'codeFiles',
  summary: 'List the paths of all files in a commit',
  at: 'GET /:namespace/-/files',
  input: Type.Object({ namespace: Type.String(), ref: Type.Optional(Type.String({ maxLength: 255 })) }),
  reply: Type.Object({ paths: Type.Array(Type.String()), isCut: Type.Boolean() }),
})

export const projectRefs = operation({
  name: 'projectRefs',
  summary: 'Search refs for autocomplete',
  at: 'GET /:namespace/refs',
  input: Type.Object({
    namespace: Type.String(),
    search: Type.Optional(Type.String({ maxLength: 255 })),
    find: Type.Optional(Type.Array(Words(['branches', 'tags', 'commits']))),
    sort: Type.Optional(Words(['name_asc', 'updated_asc', 'updated_desc'])),
    ref: Type.Optional(Type.String({ maxLength: 255 })),
  }),
  /** Keys `Branches`, `Tags`, `Commits`. @source rest.md 17.1 */
  reply: Dictionary(Type.Array(Type.String())),
})

export const showRaw = operation({
  name: 'showRaw',
  summary: 'Download a raw file',
  at: 'GET /:namespace/-/raw/*',
  input: Type.Object({
    namespace: Type.String(),
    path: Type.String({ maxLength: 8192 }),
    /** `false`: for saving, whatever it is. */
    inline: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Unsafe<string>({ type: 'string', format: 'binary' }),
})

const commitText = (name: string, format: string, summary: string) =>
  operation({
    name,
    summary,
    at: `GET /:namespace/-/commit/:sha.${format}`,
    input: Type.Object({ namespace: Type.String(), sha: Type.String({ maxLength: 255 }) }),
    reply: Type.Unsafe<string>({ type: 'string', format: 'binary' }),
  })

export const showCommitPatch = commitText('showCommitPatch', 'patch', 'Get a commit as an email patch for git-am(1)')
export const showCommitDiff = commitText('showCommitDiff', 'diff', 'Get the diff of a commit as plain text')

export const showArchive = operation({
  name: 'showArchive',
  summary: 'Download an archive of a ref: `main/loom-main.zip`',
  at: 'GET /:namespace/-/archive/*',
  input: Type.Object({
    namespace: Type.String(),
    /** Ref, slash, and a file name whose ending says the format. */
    path: Type.String({ maxLength: 1024 }),
  }),
  reply: Type.Unsafe<string>({ type: 'string', format: 'binary' }),
})
