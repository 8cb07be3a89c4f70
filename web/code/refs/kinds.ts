import { type RefKind, refKinds } from '#contract/code/ref-kinds.ts'

interface RefSort {
  readonly value: string
  readonly label: string
}

interface KindOfRef {
  /** The first is the order of a list whose address names none. */
  readonly sorts: readonly [RefSort, ...RefSort[]]
  /** The label of the ref that a new one starts from. */
  readonly startLabel: string
  readonly placeholder: string
  /** Said of a repository without any; null where that means that it is empty. */
  readonly nothingYet: string | null
}

/** The words of branches and tags on their pages. */
export const kinds = {
  branch: {
    ...refKinds.branch,
    sorts: [
      { value: 'updated_desc', label: 'Last updated' },
      { value: 'updated_asc', label: 'Oldest' },
      { value: 'name_asc', label: 'Name' },
    ],
    startLabel: 'Create from',
    placeholder: 'feature/better-search',
    nothingYet: null,
  },
  tag: {
    ...refKinds.tag,
    sorts: [
      { value: 'updated_desc', label: 'Newest' },
      { value: 'updated_asc', label: 'Oldest' },
      { value: 'version_desc', label: 'Version' },
      { value: 'name_asc', label: 'Name' },
    ],
    startLabel: 'Create from',
    placeholder: 'v1.0.0',
    nothingYet: 'Tags mark specific commits, such as releases.',
  },
} as const satisfies Record<RefKind, KindOfRef>

export type SortOf<Kind extends RefKind> = (typeof kinds)[Kind]['sorts'][number]['value']
